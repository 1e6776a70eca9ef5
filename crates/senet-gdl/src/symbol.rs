//! Words, interned: comparing two names costs one integer comparison.
//!
//! GDL is case-insensitive, so words that differ only in case are one symbol. The first spelling met is kept for people to
//! read; [`Symbols::key`] gives the folded form that traces and canonical orders use.

use rustc_hash::FxHashMap;

/// An interned word. Symbols of different [`Symbols`] tables must not be mixed; keywords are equal in every table.
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
    /// The position in the table: dense, so it can index a vector.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this word means something in GDL, as a relation, in the logic, or as the role `random`.
    pub fn is_keyword(self) -> bool {
        self.index() < KEYWORDS.len()
    }

    /// Whether this word has a fixed meaning in GDL as a relation (`role` … `sees`).
    pub fn is_relation_keyword(self) -> bool {
        self <= Symbol::SEES
    }

    /// Whether this word belongs to the logic itself: `<=`, `not`, `or`, `and`, `distinct`.
    pub fn is_connective(self) -> bool {
        Symbol::ARROW <= self && self <= Symbol::DISTINCT
    }
}

/// The table of all words of a description.
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
    /// A table that holds just the keywords.
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

    /// The symbol of a word, whatever its case; the first spelling seen is kept.
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

    /// A symbol that was not there before, with this name or one made from it.
    pub fn fresh(&mut self, name: &str) -> Symbol {
        let mut name = name.to_string();
        while self.get(&name).is_some() {
            name.push('\'');
        }
        self.intern(&name)
    }

    /// The symbol of a word, if it was met before.
    pub fn get(&self, word: &str) -> Option<Symbol> {
        if let Some(&symbol) = self.by_key.get(word) {
            return Some(symbol);
        }
        self.by_key.get(word.to_lowercase().as_str()).copied()
    }

    /// The folded (lower-case) form of a symbol.
    pub fn key(&self, symbol: Symbol) -> &str {
        &self.entries[symbol.index()].key
    }

    /// The symbol as the rules first wrote it.
    pub fn spelling(&self, symbol: Symbol) -> &str {
        &self.entries[symbol.index()].spelling
    }

    /// How many symbols there are, keywords included.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Never true: the keywords are always there.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether the symbol is a variable, that is, starts with `?`.
    pub fn is_variable(&self, symbol: Symbol) -> bool {
        self.key(symbol).starts_with('?')
    }

    /// All symbols in the order in which they were first seen, keywords first.
    pub fn iter(&self) -> impl Iterator<Item = Symbol> + use<> {
        (0..self.entries.len() as u32).map(Symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fold_case_and_keep_the_first_spelling() {
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
