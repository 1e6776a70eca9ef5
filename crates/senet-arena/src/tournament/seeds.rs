//! The seeds of a tournament: one number decides all of them.

use super::Fixture;
use senet_engine::spread_seed;

/// JSON's numbers are exact up to here in every program that reads them.
const BITS: u64 = (1 << 53) - 1;

/// A seed for a purpose, which some numbers describe.
pub fn of<const N: usize>(seed: u64, purpose: [u64; N]) -> u64 {
    purpose.into_iter().fold(seed, spread_seed) & BITS
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
