//! A hash of rows of terms.

use senet_ground::TermId;

/// A fast hash. Low and high bits are both well distributed, because hash tables use the high bits to distinguish
/// entries.
pub(super) fn hash_ids(first: u32, ids: impl Iterator<Item = TermId>) -> u64 {
    const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
    let mut hash = u64::from(first)
        .wrapping_add(0x9e37_79b9)
        .wrapping_mul(FACTOR);
    for TermId(id) in ids {
        hash = (hash.rotate_left(23) ^ u64::from(id)).wrapping_mul(FACTOR);
    }
    hash ^ hash >> 29
}
