//! Facts as rows of words, outermost first.

use rustc_hash::FxHashMap;

/// A word and how many arguments follow it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Part {
    /// The number of the word in [`Words`].
    pub word: u32,
    /// How many terms follow as its arguments.
    pub arguments: u32,
}

/// A term without variables: its words, outermost first.
pub type Term = Box<[Part]>;

/// All words met, by number.
#[derive(Default)]
pub struct Words {
    numbers: FxHashMap<String, u32>,
    texts: Vec<String>,
}

impl Words {
    /// The number of a word.
    pub fn number(&mut self, word: &str) -> u32 {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let number = self.texts.len() as u32;
        self.numbers.insert(word.to_string(), number);
        self.texts.push(word.to_string());
        number
    }

    /// The word with this number.
    pub fn text(&self, number: u32) -> &str {
        &self.texts[number as usize]
    }

    /// Reads the text of a fact as games give it: lower case, single spaces, balanced.
    pub fn read(&mut self, text: &str) -> Term {
        parts(text, |word| self.number(word))
    }

    /// Like [`Words::read`], but words that were never met are all the same unknown one.
    pub fn read_known(&self, text: &str) -> Term {
        parts(text, |word| *self.numbers.get(word).unwrap_or(&u32::MAX))
    }
}

fn parts(text: &str, mut number: impl FnMut(&str) -> u32) -> Term {
    let mut parts: Vec<Part> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for word in text.split(' ') {
        if let Some(&parent) = open.last() {
            parts[parent].arguments += 1;
        }
        if word.starts_with('(') {
            open.push(parts.len());
        }
        let name = word.trim_start_matches('(').trim_end_matches(')');
        parts.push(Part {
            word: number(name),
            arguments: 0,
        });
        let closed = word.len() - word.trim_end_matches(')').len();
        open.truncate(open.len().saturating_sub(closed));
    }
    parts.into()
}

/// Where the subterm that starts at a position ends.
pub fn end_of(parts: &[Part], start: usize) -> usize {
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
        let mut words = Words::default();
        let term = words.read(text);
        let shown = |part: &Part| format!("{}/{}", words.text(part.word), part.arguments);
        let shown: Vec<_> = term.iter().map(shown).collect();
        assert_eq!(shown.join(" "), expected);
        assert_eq!(end_of(&term, 0), term.len());
    }

    #[test]
    fn facts_are_read() {
        check("over", "over/0");
        check("(cell 1 2 b)", "cell/3 1/0 2/0 b/0");
        check(
            "(at (pos 1 (s 2)) (f x) y)",
            "at/3 pos/2 1/0 s/1 2/0 f/1 x/0 y/0",
        );
    }
}
