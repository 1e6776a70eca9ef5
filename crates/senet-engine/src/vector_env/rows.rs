//! Turns columns of bits, one vector each, into rows of bytes or bits, one per lane.

#![allow(unsafe_code)]

use super::BitRows;
use crate::lanes::bit_matrix::words;
#[cfg(target_arch = "x86_64")]
use crate::lanes::vector::{Avx2, Avx512};
use crate::lanes::vector::{Detected, LaneVector, Portable};

/// A vector whose bits can be spread to bytes.
pub trait RowVector: LaneVector {
    /// Writes each bit of a word as a byte, 0 or 1.
    fn spread(cpu: Detected<Self>, word: u64, bytes: &mut [u8; 64]);
}

impl RowVector for Portable {
    #[inline(always)]
    fn spread(_: Detected<Self>, word: u64, bytes: &mut [u8; 64]) {
        for (at, eight) in bytes.chunks_exact_mut(8).enumerate() {
            // Every byte gets a copy of eight bits and keeps its own bit.
            let copies = (word >> (8 * at) & 0xFF).wrapping_mul(0x0101_0101_0101_0101);
            let own = copies & 0x8040_2010_0804_0201;
            let ones = (own + 0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101;
            eight.copy_from_slice(&ones.to_le_bytes());
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl RowVector for Avx2 {
    #[inline(always)]
    fn spread(_: Detected<Self>, word: u64, bytes: &mut [u8; 64]) {
        use std::arch::x86_64::*;
        for (half, to) in bytes.chunks_exact_mut(32).enumerate() {
            // SAFETY: `Detected` proves that the processor has AVX2, and `to` has 32 bytes.
            unsafe {
                let copies = _mm256_set1_epi32((word >> (32 * half)) as i32);
                let places = _mm256_setr_epi64x(
                    0,
                    0x0101_0101_0101_0101,
                    0x0202_0202_0202_0202,
                    0x0303_0303_0303_0303,
                );
                let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
                let own = _mm256_and_si256(_mm256_shuffle_epi8(copies, places), bits);
                let ones = _mm256_and_si256(_mm256_cmpeq_epi8(own, bits), _mm256_set1_epi8(1));
                _mm256_storeu_si256(to.as_mut_ptr().cast(), ones);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl RowVector for Avx512 {
    #[inline(always)]
    fn spread(_: Detected<Self>, word: u64, bytes: &mut [u8; 64]) {
        use std::arch::x86_64::*;
        // SAFETY: `Detected` proves that the processor has AVX-512BW; see `Width::is_available`.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), _mm512_maskz_set1_epi8(word, 1)) }
    }
}

/// Writes rows for the first lanes. Bit `i` of a row comes from column `i`.
#[inline(always)]
pub fn write_rows<V: RowVector>(
    cpu: Detected<V>,
    rows: &mut BitRows,
    bits: usize,
    lanes: usize,
    column: impl Fn(usize) -> V,
) {
    let words_of_row = bits.div_ceil(64);
    // The last word of a row spills over into the next row, so it is written first.
    for turn in 0..words_of_row {
        let number = (turn + words_of_row - 1) % words_of_row;
        let first = number * 64;
        let mut square = [cpu.zeros(); 64];
        for (at, vector) in square.iter_mut().enumerate().take(bits - first) {
            *vector = column(first + at);
        }
        match rows {
            BitRows::Skip => {}
            BitRows::Bytes(bytes) => {
                transpose(&mut square);
                write_bytes(cpu, bytes, words(&square), bits, first, lanes);
            }
            BitRows::Packed(to) => {
                transpose(&mut square);
                let square = words(&square);
                for lane in 0..lanes {
                    let word = square[lane % 64 * V::WORDS + lane / 64];
                    to[lane * words_of_row + number] = word;
                }
            }
        }
    }
}

#[inline(always)]
fn write_bytes<V: RowVector>(
    cpu: Detected<V>,
    bytes: &mut [u8],
    square: &[u64],
    bits: usize,
    first: usize,
    lanes: usize,
) {
    for lane in 0..lanes {
        let word = square[lane % 64 * V::WORDS + lane / 64];
        let at = lane * bits + first;
        match bytes[at..].first_chunk_mut::<64>() {
            Some(chunk) => V::spread(cpu, word, chunk),
            None => {
                let mut chunk = [0; 64];
                V::spread(cpu, word, &mut chunk);
                let rest = bytes.len() - at;
                bytes[at..].copy_from_slice(&chunk[..rest]);
            }
        }
    }
}

/// Writes one byte for each of the first lanes.
#[inline(always)]
pub fn write_flags<V: RowVector>(flags: &mut [u8], lanes: V) {
    for (group, flags) in flags.chunks_mut(64).enumerate() {
        let mut bytes = [0; 64];
        V::spread(lanes.cpu(), lanes.word(group), &mut bytes);
        flags.copy_from_slice(&bytes[..flags.len()]);
    }
}

/// Transposes squares of 64 by 64 bits that lie side by side.
#[inline(always)]
fn transpose<V: LaneVector>(square: &mut [V; 64]) {
    swap_blocks::<V, 32>(square, 0x0000_0000_FFFF_FFFF);
    swap_blocks::<V, 16>(square, 0x0000_FFFF_0000_FFFF);
    swap_blocks::<V, 8>(square, 0x00FF_00FF_00FF_00FF);
    swap_blocks::<V, 4>(square, 0x0F0F_0F0F_0F0F_0F0F);
    swap_blocks::<V, 2>(square, 0x3333_3333_3333_3333);
    swap_blocks::<V, 1>(square, 0x5555_5555_5555_5555);
}

/// Swaps the two off-diagonal blocks of each square of four blocks of `WIDTH` bits.
#[inline(always)]
fn swap_blocks<V: LaneVector, const WIDTH: i32>(square: &mut [V; 64], mask: u64) {
    let mask = square[0].cpu().vector(&[mask; 8]);
    let width = WIDTH as usize;
    let mut start = 0;
    while start < 64 {
        for at in start..start + width {
            let (upper, lower) = (square[at], square[at + width]);
            let moved = upper.shift_right::<WIDTH>().xor(lower).and(mask);
            square[at] = upper.xor(moved.shift_left::<WIDTH>());
            square[at + width] = lower.xor(moved);
        }
        start += 2 * width;
    }
}
