//! Invents pronounceable words without a meaning.

use fastrand::Rng;
use rustc_hash::FxHashSet;

const FIRST: &[&str] = &[
    "b", "br", "d", "dr", "f", "fl", "g", "gl", "h", "j", "k", "kl", "l", "m", "n", "p", "pl", "r",
    "s", "sk", "st", "t", "tr", "v", "w", "z",
];
const MIDDLE: &[&str] = &["a", "e", "i", "o", "u", "ai", "ou"];
const LAST: &[&str] = &["", "", "l", "m", "n", "r", "s", "x"];

/// A source of distinct words that are not keywords of GDL.
pub(super) struct InventedWords<'a> {
    random: &'a mut Rng,
    used: FxHashSet<String>,
}

impl InventedWords<'_> {
    pub(super) fn new(random: &mut Rng) -> InventedWords<'_> {
        let keywords = crate::Symbols::new();
        let used = keywords
            .iter()
            .map(|s| keywords.key(s).to_owned())
            .collect();
        InventedWords { random, used }
    }

    pub(super) fn invent(&mut self) -> String {
        let mut word = String::new();
        loop {
            for _ in 0..2 {
                word.push_str(self.pick(FIRST));
                word.push_str(self.pick(MIDDLE));
            }
            word.push_str(self.pick(LAST));
            // A used word becomes the prefix of a longer one, so the loop ends soon.
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
    fn invents_distinct_lower_case_words() {
        let mut random = Rng::with_seed(1);
        let mut words = InventedWords::new(&mut random);
        let many: FxHashSet<_> = (0..100_000).map(|_| words.invent()).collect();
        assert_eq!(many.len(), 100_000);
        assert!(
            many.iter()
                .all(|word| word.chars().all(|c| c.is_ascii_lowercase()))
        );
    }
}
