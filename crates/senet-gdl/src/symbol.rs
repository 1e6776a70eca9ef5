//! Interned words: comparing two names is one integer comparison.
//!
//! GDL is case-insensitive, so words that differ only in case are the same symbol. [`Symbols::spelling`] returns the first
//! spelling, [`Symbols::key`] the lower-case form for traces and canonical orders.

use rustc_hash::FxHashMap;

/// An interned word. It is valid only with its own [`Symbols`]. Keywords are the same in every symbol table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(u32);

macro_rules! keywords {
    ($($name:ident = $text:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Order { $($name),* }
        impl Symbol {
            $(#[doc = concat!("The keyword `", $text, "`.")] pub const $name: Symbol = Symbol(Order::$name as u32);)*
        }
        const KEYWORDS: &[&str] = &[$($text),*];
    };
}

keywords! {
    ROLE = "role", INIT = "init", TRUE = "true", NEXT = "next", LEGAL = "legal", DOES = "does", GOAL = "goal",
    TERMINAL = "terminal", BASE = "base", INPUT = "input", SEES = "sees", ARROW = "<=", NOT = "not", OR = "or",
    AND = "and", DISTINCT = "distinct", RANDOM = "random",
}

impl Symbol {
    /// The index in the symbol table. Indices are dense, so they can index a vector.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns whether the word is a keyword of GDL: a relation, a connective or the role `random`.
    pub fn is_keyword(self) -> bool {
        self.index() < KEYWORDS.len()
    }

    /// Returns whether the word is a relation of GDL (`role` … `sees`).
    pub fn is_relation_keyword(self) -> bool {
        self <= Symbol::SEES
    }

    /// Returns whether the word is a connective: `<=`, `not`, `or`, `and` or `distinct`.
    pub fn is_connective(self) -> bool {
        Symbol::ARROW <= self && self <= Symbol::DISTINCT
    }
}

/// The symbol table of a description.
///
/// ```
/// use senet_gdl::{Symbol, Symbols};
/// let mut symbols = Symbols::new();
/// let cell = symbols.intern("Cell");
/// assert_eq!((symbols.spelling(cell), symbols.key(cell)), ("Cell", "cell"));
/// assert_eq!(symbols.get("TRUE"), Some(Symbol::TRUE));
/// ```
#[derive(Clone, Debug)]
pub struct Symbols {
    by_key: FxHashMap<Box<str>, Symbol>,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    key: Box<str>,
    spelling: Box<str>,
}

impl Default for Symbols {
    fn default() -> Self {
        Symbols::new()
    }
}

impl Symbols {
    /// Creates a table that contains only the keywords.
    pub fn new() -> Symbols {
        let mut symbols = Symbols {
            by_key: FxHashMap::default(),
            entries: Vec::new(),
        };
        for keyword in KEYWORDS {
            symbols.intern(keyword);
        }
        symbols
    }

    /// Returns the symbol of a word in any case. Keeps the first spelling.
    pub fn intern(&mut self, word: &str) -> Symbol {
        if let Some(symbol) = self.get(word) {
            return symbol;
        }
        let key: Box<str> = word.to_lowercase().into();
        let symbol = Symbol(self.entries.len() as u32);
        self.by_key.insert(key.clone(), symbol);
        self.entries.push(Entry {
            key,
            spelling: word.into(),
        });
        symbol
    }

    /// Creates a new symbol with this name, or with a similar name if it is taken.
    pub fn fresh(&mut self, name: &str) -> Symbol {
        let mut name = name.to_string();
        while self.get(&name).is_some() {
            name.push('\'');
        }
        self.intern(&name)
    }

    /// Returns the symbol of a word in any case, if the table contains it.
    pub fn get(&self, word: &str) -> Option<Symbol> {
        if let Some(&symbol) = self.by_key.get(word) {
            return Some(symbol);
        }
        self.by_key.get(word.to_lowercase().as_str()).copied()
    }

    /// The lower-case form of a symbol.
    pub fn key(&self, symbol: Symbol) -> &str {
        &self.entries[symbol.index()].key
    }

    /// The first spelling of a symbol.
    pub fn spelling(&self, symbol: Symbol) -> &str {
        &self.entries[symbol.index()].spelling
    }

    /// The number of symbols, including the keywords.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Always `false`, since the table contains the keywords.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns whether the symbol is a variable, that is, starts with `?`.
    pub fn is_variable(&self, symbol: Symbol) -> bool {
        self.key(symbol).starts_with('?')
    }

    /// All symbols in order of creation, keywords first.
    pub fn iter(&self) -> impl Iterator<Item = Symbol> + use<> {
        (0..self.entries.len() as u32).map(Symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_case_and_keeps_the_first_spelling() {
        let mut symbols = Symbols::new();
        let first = symbols.intern("xPlayer");
        assert_eq!(first, symbols.intern("XPLAYER"));
        assert_eq!(symbols.spelling(first), "xPlayer");
        assert_eq!(symbols.key(first), "xplayer");
    }

    #[test]
    fn keywords_are_the_same_in_every_table() {
        assert_eq!(Symbols::new().intern("TRUE"), Symbol::TRUE);
        assert_eq!(Symbols::new().key(Symbol::ARROW), "<=");
        assert!(Symbol::SEES.is_relation_keyword() && !Symbol::NOT.is_relation_keyword());
        assert!(Symbol::DISTINCT.is_connective() && !Symbol::RANDOM.is_connective());
    }
}
