//! Where the random choices of a match come from: a stream of numbers for each purpose, step and role, all of them out of one seed.
//!
//! A stream does not depend on what was drawn from others, so a match can be replayed whoever answered in time.

use fastrand::Rng;
use senet_engine::{MoveId, spread_seed};

/// What random numbers are for.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    /// The moves of the role of chance.
    Chance = 1,
    /// Moves in place of those that did not come.
    Substitute = 2,
    /// The seed of a player.
    Player = 3,
    /// The words of scrambled rules.
    Scramble = 4,
    /// The token that a record has.
    Token = 5,
    /// States that fit what was seen.
    Belief = 6,
}

/// The numbers for a purpose.
pub fn stream(seed: u64, purpose: Purpose, step: usize, role: usize) -> Rng {
    let parts = [purpose as u64, step as u64, role as u64];
    Rng::with_seed(parts.into_iter().fold(seed, spread_seed))
}

/// One of the legal moves, of which there is at least one.
pub fn draw(seed: u64, purpose: Purpose, step: usize, role: usize, legal: &[MoveId]) -> MoveId {
    legal[stream(seed, purpose, step, role).usize(..legal.len())]
}

/// A single number for a purpose.
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
