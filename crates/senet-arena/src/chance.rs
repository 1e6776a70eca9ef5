//! The random choices of a match: one stream of numbers for each purpose, step and role, all derived from one seed.
//!
//! Streams are independent of each other, so a replayed match draws the same moves, no matter which players were late.

use fastrand::Rng;
use senet_engine::{MoveId, spread_seed};

/// The use of a random stream.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    /// Moves of the chance role.
    Chance = 1,
    /// Substitutes for late or illegal moves.
    Substitute = 2,
    /// The seed of a player.
    Player = 3,
    /// The names in a scrambled rule sheet.
    Scramble = 4,
    /// The token of a record.
    Token = 5,
    /// Belief states.
    Belief = 6,
}

/// The stream for a purpose, step and role.
pub fn stream(seed: u64, purpose: Purpose, step: usize, role: usize) -> Rng {
    let parts = [purpose as u64, step as u64, role as u64];
    Rng::with_seed(parts.into_iter().fold(seed, spread_seed))
}

/// Draws one of the legal moves; there must be at least one.
pub fn draw(seed: u64, purpose: Purpose, step: usize, role: usize, legal: &[MoveId]) -> MoveId {
    legal[stream(seed, purpose, step, role).usize(..legal.len())]
}

/// The first number of a stream.
pub fn number(seed: u64, purpose: Purpose, role: usize) -> u64 {
    stream(seed, purpose, 0, role).u64(..)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn streams_differ_and_repeat() {
        let first = |seed, purpose, step, role| stream(seed, purpose, step, role).u64(..);
        let mut seen = HashSet::new();
        for seed in 0..10 {
            for step in 0..10 {
                for role in 0..3 {
                    for purpose in [Purpose::Chance, Purpose::Substitute, Purpose::Player] {
                        assert!(seen.insert(first(seed, purpose, step, role)));
                    }
                }
            }
        }
        assert_eq!(number(7, Purpose::Token, 0), number(7, Purpose::Token, 0));
    }
}
