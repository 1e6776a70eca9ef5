//! 256 lanes in AVX2 registers.

// In callers compiled with AVX2, each function becomes one instruction.
#![allow(unsafe_code)]

use super::super::program::Width;
use super::{Detected, LaneVector};
use std::arch::x86_64::*;

/// 256 lanes in one register.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(__m256i);

const WORDS: usize = 4;

impl LaneVector for Avx2 {
    const WIDTH: Width = Width::Avx2;
    const WORDS: usize = WORDS;

    #[inline(always)]
    fn and(self, other: Avx2) -> Avx2 {
        // SAFETY: a vector exists only if the processor has AVX2; see `Detected`.
        Avx2(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn and_not(self, other: Avx2) -> Avx2 {
        // SAFETY: a vector exists only if the processor has AVX2; see `Detected`.
        Avx2(unsafe { _mm256_andnot_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Avx2) -> Avx2 {
        // SAFETY: a vector exists only if the processor has AVX2; see `Detected`.
        Avx2(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Avx2) -> Avx2 {
        // SAFETY: a vector exists only if the processor has AVX2; see `Detected`.
        Avx2(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: a vector exists only if the processor has AVX2; see `Detected`.
        unsafe { _mm256_testz_si256(self.0, self.0) == 0 }
    }

    #[inline(always)]
    fn add(self, other: Avx2) -> Avx2 {
        // SAFETY: a vector exists only if the processor has AVX2; see `Detected`.
        Avx2(unsafe { _mm256_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self) -> Avx2 {
        // SAFETY: a vector exists only if the processor has AVX2; see `Detected`.
        Avx2(unsafe { _mm256_slli_epi64::<BITS>(self.0) })
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self) -> Avx2 {
        // SAFETY: a vector exists only if the processor has AVX2; see `Detected`.
        Avx2(unsafe { _mm256_srli_epi64::<BITS>(self.0) })
    }

    #[inline(always)]
    fn from_words(_: Detected<Avx2>, words: &[u64]) -> Avx2 {
        let mut array = [0u64; WORDS];
        array
            .iter_mut()
            .zip(words)
            .for_each(|(to, from)| *to = *from);
        // SAFETY: both types have the same size, and any bits are a valid vector.
        Avx2(unsafe { std::mem::transmute::<[u64; WORDS], __m256i>(array) })
    }

    #[inline(always)]
    fn word(&self, at: usize) -> u64 {
        // SAFETY: both types have the same size, and any bits are valid words.
        let words: [u64; WORDS] = unsafe { std::mem::transmute(self.0) };
        words[at]
    }
}
