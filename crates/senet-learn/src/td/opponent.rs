//! Those who play without learning.

use super::Values;
use super::learner::argmax;
use super::positions::Turn;
use fastrand::Rng;
use senet_engine::{Game, Stopped};
use std::sync::Arc;

/// Somebody who plays a role and does not learn.
#[derive(Clone, Debug)]
pub enum Opponent {
    /// Every move is equally likely.
    Random,
    /// Looks one move ahead: takes the state with the best goal, where the rules give one.
    Greedy,
    /// Goes by values that were learned before; states without one count `default`.
    Trained {
        /// The values of its role.
        values: Arc<Values>,
        /// The value of all other states.
        default: f32,
        /// How often it makes a move by chance: one that never does plays few different matches.
        exploration: f32,
    },
}

impl Opponent {
    /// Chooses one of the moves.
    pub fn choose(&self, turn: &Turn, game: &dyn Game, rng: &mut Rng) -> Result<usize, Stopped> {
        Ok(match self {
            Opponent::Random => rng.usize(..turn.after.len()),
            Opponent::Greedy => argmax(turn.goals(game)?.iter().copied(), rng),
            Opponent::Trained { exploration, .. } if rng.f32() < *exploration => {
                rng.usize(..turn.after.len())
            }
            Opponent::Trained {
                values, default, ..
            } => {
                let value = |state| values.get(state).unwrap_or(*default);
                argmax(turn.after.iter().map(value), rng)
            }
        })
    }
}
