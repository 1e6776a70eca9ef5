//! 512 lanes in plain words, for every processor.

use super::super::program::Width;
use super::{Detected, LaneVector};

const WORDS: usize = 8;

/// 512 lanes in eight words. The compiler vectorises the loops for the baseline of the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Portable([u64; WORDS]);

impl Portable {
    #[inline(always)]
    fn map(self, other: Portable, f: impl Fn(u64, u64) -> u64) -> Portable {
        let mut result = [0; WORDS];
        for (at, word) in result.iter_mut().enumerate() {
            *word = f(self.0[at], other.0[at]);
        }
        Portable(result)
    }
}

impl LaneVector for Portable {
    const WIDTH: Width = Width::Portable;
    const WORDS: usize = WORDS;

    #[inline(always)]
    fn and(self, other: Portable) -> Portable {
        self.map(other, |a, b| a & b)
    }

    #[inline(always)]
    fn and_not(self, other: Portable) -> Portable {
        self.map(other, |a, b| !a & b)
    }

    #[inline(always)]
    fn or(self, other: Portable) -> Portable {
        self.map(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Portable) -> Portable {
        self.map(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) != 0
    }

    #[inline(always)]
    fn add(self, other: Portable) -> Portable {
        self.map(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self) -> Portable {
        Portable(self.0.map(|word| word << BITS))
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self) -> Portable {
        Portable(self.0.map(|word| word >> BITS))
    }

    #[inline(always)]
    fn from_words(_: Detected<Portable>, words: &[u64]) -> Portable {
        let mut result = [0; WORDS];
        result
            .iter_mut()
            .zip(words)
            .for_each(|(to, from)| *to = *from);
        Portable(result)
    }

    #[inline(always)]
    fn word(&self, at: usize) -> u64 {
        self.0[at]
    }
}
