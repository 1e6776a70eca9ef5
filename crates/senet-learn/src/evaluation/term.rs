//! Ground terms as sequences of symbols, outermost first.

use rustc_hash::FxHashMap;

/// A symbol with its number of arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermSymbol {
    /// The number of the symbol in the [`Vocabulary`].
    pub symbol: u32,
    /// The number of arguments that follow.
    pub arguments: u32,
}

/// A ground term: its symbols, outermost first.
pub type GroundTerm = Box<[TermSymbol]>;

/// All known symbols by number.
#[derive(Default)]
pub struct Vocabulary {
    numbers: FxHashMap<String, u32>,
    texts: Vec<String>,
}

impl Vocabulary {
    /// The number of a symbol, new if it is unknown.
    pub fn number(&mut self, symbol: &str) -> u32 {
        if let Some(&number) = self.numbers.get(symbol) {
            return number;
        }
        let number = self.texts.len() as u32;
        self.numbers.insert(symbol.to_string(), number);
        self.texts.push(symbol.to_string());
        number
    }

    /// The symbol with this number.
    pub fn text(&self, number: u32) -> &str {
        &self.texts[number as usize]
    }

    /// Reads the text of a fluent as games print it: lower case, single spaces, balanced parentheses.
    pub fn read(&mut self, text: &str) -> GroundTerm {
        parts(text, |symbol| self.number(symbol))
    }

    /// Like [`Vocabulary::read`], but all unknown symbols get the same number.
    pub fn read_known(&self, text: &str) -> GroundTerm {
        parts(text, |symbol| {
            *self.numbers.get(symbol).unwrap_or(&u32::MAX)
        })
    }
}

fn parts(text: &str, mut number: impl FnMut(&str) -> u32) -> GroundTerm {
    let mut parts: Vec<TermSymbol> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for symbol in text.split(' ') {
        if let Some(&parent) = open.last() {
            parts[parent].arguments += 1;
        }
        if symbol.starts_with('(') {
            open.push(parts.len());
        }
        let name = symbol.trim_start_matches('(').trim_end_matches(')');
        parts.push(TermSymbol {
            symbol: number(name),
            arguments: 0,
        });
        let closed = symbol.len() - symbol.trim_end_matches(')').len();
        open.truncate(open.len().saturating_sub(closed));
    }
    parts.into()
}

/// The end of the subterm that starts at `start`.
pub fn end_of(parts: &[TermSymbol], start: usize) -> usize {
    let mut missing = 1;
    let mut at = start;
    while missing > 0 && at < parts.len() {
        missing += parts[at].arguments as usize;
        missing -= 1;
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut vocabulary = Vocabulary::default();
        let term = vocabulary.read(text);
        let shown =
            |part: &TermSymbol| format!("{}/{}", vocabulary.text(part.symbol), part.arguments);
        let shown: Vec<_> = term.iter().map(shown).collect();
        assert_eq!(shown.join(" "), expected);
        assert_eq!(end_of(&term, 0), term.len());
    }

    #[test]
    fn reads_fluents() {
        check("over", "over/0");
        check("(cell 1 2 b)", "cell/3 1/0 2/0 b/0");
        check(
            "(at (pos 1 (s 2)) (f x) y)",
            "at/3 pos/2 1/0 s/1 2/0 f/1 x/0 y/0",
        );
    }
}
