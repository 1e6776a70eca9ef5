//! Invents words that mean nothing but can be said aloud.

use fastrand::Rng;
use rustc_hash::FxHashSet;

const FIRST: &[&str] = &[
    "b", "br", "d", "dr", "f", "fl", "g", "gl", "h", "j", "k", "kl", "l", "m", "n", "p", "pl", "r",
    "s", "sk", "st", "t", "tr", "v", "w", "z",
];
const MIDDLE: &[&str] = &["a", "e", "i", "o", "u", "ai", "ou"];
const LAST: &[&str] = &["", "", "l", "m", "n", "r", "s", "x"];

/// A source of words that never gives the same word twice, nor a word of GDL.
pub(super) struct Words<'a> {
    random: &'a mut Rng,
    used: FxHashSet<String>,
}

impl Words<'_> {
    pub(super) fn new(random: &mut Rng) -> Words<'_> {
        let keywords = crate::Symbols::new();
        let used = keywords
            .iter()
            .map(|s| keywords.key(s).to_owned())
            .collect();
        Words { random, used }
    }

    pub(super) fn invent(&mut self) -> String {
        let mut word = String::new();
        loop {
            for _ in 0..2 {
                word.push_str(self.pick(FIRST));
                word.push_str(self.pick(MIDDLE));
            }
            word.push_str(self.pick(LAST));
            // A word that is taken is the start of a longer one, so this ends soon however many words there are.
            if self.used.insert(word.clone()) {
                return word;
            }
        }
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.random.usize(..from.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_all_different() {
        let mut random = Rng::with_seed(1);
        let mut words = Words::new(&mut random);
        let many: FxHashSet<_> = (0..100_000).map(|_| words.invent()).collect();
        assert_eq!(many.len(), 100_000);
        assert!(
            many.iter()
                .all(|word| word.chars().all(|c| c.is_ascii_lowercase()))
        );
    }
}
