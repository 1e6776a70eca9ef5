//! The seeds of a tournament: one number decides all of them.

use super::Fixture;

/// JSON's numbers are exact up to here in every program that reads them.
const BITS: u64 = (1 << 53) - 1;

/// A seed for a purpose, which some numbers describe.
pub fn of<const N: usize>(seed: u64, purpose: [u64; N]) -> u64 {
    let mixed = purpose.iter().fold(seed, |seed, &part| {
        mix(seed ^ mix(part.wrapping_add(0x9e37_79b9_7f4a_7c15)))
    });
    mixed & BITS
}

/// Spreads every bit over all others.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The seed of a match.
pub fn match_seed(seed: u64, number: usize) -> u64 {
    of(seed, [2, number as u64])
}

/// The seed of a match's opening, which the matches of a table have in common.
pub fn opening_seed(seed: u64, fixture: &Fixture) -> u64 {
    let parts = [fixture.round, fixture.game, fixture.table].map(|part| part as u64);
    of(seed, [3, parts[0], parts[1], parts[2]])
}
