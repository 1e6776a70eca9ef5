//! Vectors as words, and bit-matrix transposition.

#![allow(unsafe_code)]

use super::vector::LaneVector;

/// The words of a slice of vectors.
pub fn words_mut<V: LaneVector>(vectors: &mut [V]) -> &mut [u64] {
    let length = vectors.len() * V::WORDS;
    debug_assert!(size_of::<V>() == V::WORDS * 8);
    // SAFETY: every `LaneVector` consists of exactly `WORDS` words and is aligned at least like
    // `u64`; the result borrows the slice mutably.
    unsafe { std::slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), length) }
}

/// The words of a slice of vectors.
pub fn words<V: LaneVector>(vectors: &[V]) -> &[u64] {
    let length = vectors.len() * V::WORDS;
    // SAFETY: every `LaneVector` consists of exactly `WORDS` words and is aligned at least like
    // `u64`; the result borrows the slice.
    unsafe { std::slice::from_raw_parts(vectors.as_ptr().cast(), length) }
}

/// Transposes a matrix of 64 by 64 bits: bit `j` of word `i` becomes bit `i` of word `j`.
#[inline(always)]
pub fn transpose(matrix: &mut [u64; 64]) {
    swap_blocks::<32>(matrix, 0x0000_0000_FFFF_FFFF);
    swap_blocks::<16>(matrix, 0x0000_FFFF_0000_FFFF);
    swap_blocks::<8>(matrix, 0x00FF_00FF_00FF_00FF);
    swap_blocks::<4>(matrix, 0x0F0F_0F0F_0F0F_0F0F);
    swap_blocks::<2>(matrix, 0x3333_3333_3333_3333);
    swap_blocks::<1>(matrix, 0x5555_5555_5555_5555);
}

/// Swaps the two off-diagonal blocks of each square of four blocks of `WIDTH` bits. The constant
/// width lets the compiler vectorise the loop.
#[inline(always)]
fn swap_blocks<const WIDTH: usize>(matrix: &mut [u64; 64], mask: u64) {
    for rows in matrix.chunks_exact_mut(2 * WIDTH) {
        let (upper, lower) = rows.split_at_mut(WIDTH);
        for (upper, lower) in upper.iter_mut().zip(lower) {
            let moved = (*upper >> WIDTH ^ *lower) & mask;
            *upper ^= moved << WIDTH;
            *lower ^= moved;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposes_bit_matrix() {
        let mut rng = fastrand::Rng::with_seed(1);
        let before: [u64; 64] = std::array::from_fn(|_| rng.u64(..));
        let mut after = before;
        transpose(&mut after);
        for (i, row) in before.iter().enumerate() {
            for (j, column) in after.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1);
            }
        }
    }
}
