//! The answers about a state as bits next to each other.

use crate::network::{Network, Wire};
use std::ops::Range;

/// Where the answers stand in a row of words. Each kind of answer starts with a word of its own.
#[derive(Debug)]
pub struct Answers {
    /// Per role, the words with one bit for each of its moves.
    pub legal: Vec<Range<usize>>,
    /// The words with one bit for each fluent.
    pub next: Range<usize>,
    /// How many words there are.
    pub words: usize,
}

impl Answers {
    /// Room for the legal moves and the next state.
    pub fn of(network: &Network) -> Answers {
        let mut answers = Answers {
            legal: Vec::new(),
            next: 0..0,
            words: 0,
        };
        for wires in &network.legal {
            let words = answers.add_words(wires.len());
            answers.legal.push(words);
        }
        answers.next = answers.add_words(network.next.len());
        answers
    }

    /// Room for more bits.
    pub fn add_words(&mut self, bits: usize) -> Range<usize> {
        let start = self.words;
        self.words += bits.div_ceil(64);
        start..self.words
    }

    /// The wires of legal moves and the next state, each with the number of its bit.
    pub fn wires<'a>(&'a self, network: &'a Network) -> impl Iterator<Item = (Wire, usize)> + 'a {
        let groups = self.legal.iter().zip(&network.legal);
        let groups = groups.chain([(&self.next, &network.next)]);
        groups.flat_map(|(words, wires)| wires.iter().copied().zip(words.start * 64..))
    }
}

/// The numbers of the bits that are set, in order.
pub fn ones(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    let starts = (0..).step_by(64);
    starts.zip(words).flat_map(|(start, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(start + bit)
        })
    })
}

/// How many bits are set.
pub fn count(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_listed_in_order() {
        let words = [1 << 63 | 1, 0, 6];
        assert_eq!(ones(&words).collect::<Vec<_>>(), [0, 63, 129, 130]);
        assert_eq!(count(&words), 4);
    }
}
