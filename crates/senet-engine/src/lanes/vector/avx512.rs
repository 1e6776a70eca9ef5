//! 512 lanes in AVX-512 registers.

// In callers compiled with AVX-512F, each function becomes one instruction.
#![allow(unsafe_code)]

use super::super::program::Width;
use super::{Detected, LaneVector};
use std::arch::x86_64::*;

/// 512 lanes in one register.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(__m512i);

const WORDS: usize = 8;

impl LaneVector for Avx512 {
    const WIDTH: Width = Width::Avx512;
    const WORDS: usize = WORDS;

    #[inline(always)]
    fn and(self, other: Avx512) -> Avx512 {
        // SAFETY: a vector exists only if the processor has AVX-512F; see `Detected`.
        Avx512(unsafe { _mm512_and_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn and_not(self, other: Avx512) -> Avx512 {
        // SAFETY: a vector exists only if the processor has AVX-512F; see `Detected`.
        Avx512(unsafe { _mm512_andnot_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Avx512) -> Avx512 {
        // SAFETY: a vector exists only if the processor has AVX-512F; see `Detected`.
        Avx512(unsafe { _mm512_or_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Avx512) -> Avx512 {
        // SAFETY: a vector exists only if the processor has AVX-512F; see `Detected`.
        Avx512(unsafe { _mm512_xor_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: a vector exists only if the processor has AVX-512F; see `Detected`.
        unsafe { _mm512_test_epi64_mask(self.0, self.0) != 0 }
    }

    #[inline(always)]
    fn add(self, other: Avx512) -> Avx512 {
        // SAFETY: a vector exists only if the processor has AVX-512F; see `Detected`.
        Avx512(unsafe { _mm512_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(self) -> Avx512 {
        // SAFETY: a vector exists only if the processor has AVX-512F; see `Detected`.
        Avx512(unsafe { _mm512_sllv_epi64(self.0, _mm512_set1_epi64(i64::from(BITS))) })
    }

    #[inline(always)]
    fn shift_right<const BITS: i32>(self) -> Avx512 {
        // SAFETY: a vector exists only if the processor has AVX-512F; see `Detected`.
        Avx512(unsafe { _mm512_srlv_epi64(self.0, _mm512_set1_epi64(i64::from(BITS))) })
    }

    #[inline(always)]
    fn from_words(_: Detected<Avx512>, words: &[u64]) -> Avx512 {
        let mut array = [0u64; WORDS];
        array
            .iter_mut()
            .zip(words)
            .for_each(|(to, from)| *to = *from);
        // SAFETY: both types have the same size, and any bits are a valid vector.
        Avx512(unsafe { std::mem::transmute::<[u64; WORDS], __m512i>(array) })
    }

    #[inline(always)]
    fn word(&self, at: usize) -> u64 {
        // SAFETY: both types have the same size, and any bits are valid words.
        let words: [u64; WORDS] = unsafe { std::mem::transmute(self.0) };
        words[at]
    }

    #[inline(always)]
    fn choose(self, yes: Avx512, no: Avx512) -> Avx512 {
        // SAFETY: a vector exists only if the processor has AVX-512F; see `Detected`. Table 0xCA
        // selects the second input where the first is true, else the third.
        Avx512(unsafe { _mm512_ternarylogic_epi64::<0xCA>(self.0, yes.0, no.0) })
    }
}
