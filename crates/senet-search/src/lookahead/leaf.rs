//! Heuristic values of states at the horizon.
//!
//! Without heuristic values, minimax scored 10 % in connect four, 35 % in breakthrough on six columns and 0 % in
//! Othello. Each result is from 20 matches with 0.1 s per move.

use super::meter::{Abort, Meter};
use super::score::{Score, heuristic_score};
use super::transposition_table::StateKey;
use crate::Evaluator;
use senet_engine::{Game, PlayoutRequest, State, spread_seed};
use std::sync::Arc;

/// The source of heuristic values.
#[derive(Clone)]
pub enum LeafEvaluation {
    /// All states have the same value.
    Even,
    /// The mean goals of this many playouts from each state.
    Playouts(u32),
    /// A learned evaluation.
    Learned(Arc<dyn Evaluator>),
}

/// Evaluates states for each role, state by state. `parent` is the key of their common parent: together with the seed
/// it determines the playouts, so the same states get the same values again.
pub fn evaluate_leaves(
    leaf: &LeafEvaluation,
    game: &dyn Game,
    states: &[State],
    seed: u64,
    parent: StateKey,
    meter: &mut Meter,
) -> Result<Vec<Score>, Abort> {
    let roles = game.roles().len();
    match leaf {
        LeafEvaluation::Even => Ok(vec![heuristic_score(0.5); states.len() * roles]),
        LeafEvaluation::Playouts(each) => {
            let request = PlayoutRequest::new(states, *each, spread_seed(seed, parent.seed()));
            let played = game.playouts(&request)?;
            meter.simulations += states.len() as u64 * u64::from(*each);
            let goals = played.tallies.iter().flat_map(|tally| &tally.goals);
            let guess = |mean: f64| heuristic_score(mean / 100.0);
            Ok(goals
                .map(|sums| sums.mean().map_or(heuristic_score(0.5), guess))
                .collect())
        }
        LeafEvaluation::Learned(evaluation) => {
            let mut values = Vec::with_capacity(states.len() * roles);
            evaluation.evaluate(states, &mut values);
            Ok(values.into_iter().map(heuristic_score).collect())
        }
    }
}
