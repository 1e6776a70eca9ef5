//! Vectors as words, and states as columns of bits.

#![allow(unsafe_code)]

use super::wide::Wide;

/// The words of a row of vectors.
pub fn words_mut<V: Wide>(vectors: &mut [V]) -> &mut [u64] {
    let length = vectors.len() * V::WORDS;
    debug_assert!(size_of::<V>() == V::WORDS * 8);
    // SAFETY: a vector is nothing but its words, and is aligned at least as strictly.
    unsafe { std::slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), length) }
}

/// The words of a row of vectors.
pub fn words<V: Wide>(vectors: &[V]) -> &[u64] {
    let length = vectors.len() * V::WORDS;
    // SAFETY: as above.
    unsafe { std::slice::from_raw_parts(vectors.as_ptr().cast(), length) }
}

/// Mirrors a square of 64 by 64 bits: bit `j` of word `i` becomes bit `i` of word `j`.
#[inline(always)]
pub fn transpose(square: &mut [u64; 64]) {
    swap_blocks::<32>(square, 0x0000_0000_FFFF_FFFF);
    swap_blocks::<16>(square, 0x0000_FFFF_0000_FFFF);
    swap_blocks::<8>(square, 0x00FF_00FF_00FF_00FF);
    swap_blocks::<4>(square, 0x0F0F_0F0F_0F0F_0F0F);
    swap_blocks::<2>(square, 0x3333_3333_3333_3333);
    swap_blocks::<1>(square, 0x5555_5555_5555_5555);
}

/// Of each square of four blocks of bits, so wide, swaps the two that are not on the diagonal. The width is known to the compiler, so that it
/// can do several words at once.
#[inline(always)]
fn swap_blocks<const WIDTH: usize>(square: &mut [u64; 64], mask: u64) {
    for rows in square.chunks_exact_mut(2 * WIDTH) {
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
    fn squares_are_mirrored() {
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
