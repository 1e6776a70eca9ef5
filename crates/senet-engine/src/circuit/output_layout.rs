//! The layout of the outputs of a state: one bit per output, packed into words.

use crate::network::{Network, Wire};
use std::ops::Range;

/// The position of each output in a row of words. Each group of outputs starts with a new word.
#[derive(Debug)]
pub struct OutputLayout {
    /// Per role, the words with one bit per move.
    pub legal: Vec<Range<usize>>,
    /// The words with one bit per fluent.
    pub next: Range<usize>,
    /// The number of words.
    pub words: usize,
}

impl OutputLayout {
    /// A layout with legal moves and the next state.
    pub fn of(network: &Network) -> OutputLayout {
        let mut outputs = OutputLayout {
            legal: Vec::new(),
            next: 0..0,
            words: 0,
        };
        for wires in &network.legal {
            let words = outputs.add_words(wires.len());
            outputs.legal.push(words);
        }
        outputs.next = outputs.add_words(network.next.len());
        outputs
    }

    /// Reserves words for more bits.
    pub fn add_words(&mut self, bits: usize) -> Range<usize> {
        let start = self.words;
        self.words += bits.div_ceil(64);
        start..self.words
    }

    /// The wires of the legal moves and the next state, each with its bit number.
    pub fn wires<'a>(&'a self, network: &'a Network) -> impl Iterator<Item = (Wire, usize)> + 'a {
        let groups = self.legal.iter().zip(&network.legal);
        let groups = groups.chain([(&self.next, &network.next)]);
        groups.flat_map(|(words, wires)| wires.iter().copied().zip(words.start * 64..))
    }
}

/// The numbers of the set bits, in increasing order.
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

/// The number of set bits.
pub fn count(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_set_bits_in_order() {
        let words = [1 << 63 | 1, 0, 6];
        assert_eq!(ones(&words).collect::<Vec<_>>(), [0, 63, 129, 130]);
        assert_eq!(count(&words), 4);
    }
}
