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
pub fn transpose(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_FFFF_FFFFu64;
    while width != 0 {
        for at in (0..64).filter(|at| at & width == 0) {
            let moved = (square[at] >> width ^ square[at | width]) & mask;
            square[at] ^= moved << width;
            square[at | width] ^= moved;
        }
        width >>= 1;
        mask ^= mask << width;
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
