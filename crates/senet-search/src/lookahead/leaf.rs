//! What states are worth where the search ends before the match.

use super::halt::{Halt, Meter};
use super::score::{Score, of_guess};
use super::table::Key;
use crate::Evaluation;
use senet_engine::{Game, PlayoutRequest, State, spread_seed};
use std::sync::Arc;

/// Where guesses come from.
#[derive(Clone)]
pub enum Leaf {
    /// All states are worth the same.
    Even,
    /// The mean goals of so many random matches from each state.
    Playouts(u32),
    /// An evaluation that was learned.
    Learned(Arc<dyn Evaluation>),
}

/// Guesses what states are worth to each role, state after state. The key is that of the state that they all follow: together with
/// the seed it says which random matches are played, so that the same states get the same guesses again.
pub fn guess(
    leaf: &Leaf,
    game: &dyn Game,
    states: &[State],
    seed: u64,
    parent: Key,
    meter: &mut Meter,
) -> Result<Vec<Score>, Halt> {
    let roles = game.roles().len();
    match leaf {
        Leaf::Even => Ok(vec![of_guess(0.5); states.len() * roles]),
        Leaf::Playouts(each) => {
            let request = PlayoutRequest::new(states, *each, spread_seed(seed, parent.seed()));
            let played = game.playouts(&request)?;
            meter.simulations += states.len() as u64 * u64::from(*each);
            let goals = played.tallies.iter().flat_map(|tally| &tally.goals);
            let guess = |mean: f64| of_guess(mean / 100.0);
            Ok(goals
                .map(|sums| sums.mean().map_or(of_guess(0.5), guess))
                .collect())
        }
        Leaf::Learned(evaluation) => {
            let mut values = Vec::with_capacity(states.len() * roles);
            evaluation.evaluate(states, &mut values);
            Ok(values.into_iter().map(of_guess).collect())
        }
    }
}
