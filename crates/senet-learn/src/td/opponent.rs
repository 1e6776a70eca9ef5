//! Opponents that do not learn.

use super::ValueTable;
use super::learner::argmax;
use super::position_cache::TdTurn;
use fastrand::Rng;
use senet_engine::{Game, Stopped};
use std::sync::Arc;

/// A player that does not learn.
#[derive(Clone, Debug)]
pub enum Opponent {
    /// Plays random moves.
    Random,
    /// Looks one move ahead: plays to the state with the best goal.
    Greedy,
    /// Plays by values that were learned before.
    Trained {
        /// The values of the opponent's role.
        values: Arc<ValueTable>,
        /// The value of all other states.
        default: f32,
        /// The probability of a random move. Without it, few different matches are played.
        exploration: f32,
    },
}

impl Opponent {
    /// Chooses one of the moves.
    pub fn choose(&self, turn: &TdTurn, game: &dyn Game, rng: &mut Rng) -> Result<usize, Stopped> {
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
