//! The seeds of a tournament, all derived from one.

use super::Fixture;
use senet_engine::spread_seed;

/// The largest integer that every JSON reader keeps exact.
const BITS: u64 = (1 << 53) - 1;

/// A seed for a purpose, which is described by numbers.
pub fn of<const N: usize>(seed: u64, purpose: [u64; N]) -> u64 {
    purpose.into_iter().fold(seed, spread_seed) & BITS
}

/// The seed of a match.
pub fn match_seed(seed: u64, number: usize) -> u64 {
    of(seed, [2, number as u64])
}

/// The seed of an opening, shared by the matches of a seat rotation.
pub fn opening_seed(seed: u64, fixture: &Fixture) -> u64 {
    let parts = [fixture.round, fixture.game, fixture.table].map(|part| part as u64);
    of(seed, [3, parts[0], parts[1], parts[2]])
}
