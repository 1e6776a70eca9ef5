//! The context of a depth-first search: the game, the leaf evaluation and the meter.

use super::expansion::{ExpandedState, Sides};
use super::leaf::{LeafEvaluation, evaluate_leaves};
use super::meter::{Abort, Meter};
use super::score::Score;
use super::transposition_table::{StateKey, TranspositionTable};
use crate::{Budget, Setting};
use senet_engine::{Game, State};
use std::sync::Arc;

/// An upper estimate of the states that a search stores per second. It sizes the transposition table.
const STATES_PER_SECOND: f64 = 1e6;

/// A game seen from one role, with the leaf evaluation and the resource meter.
pub struct SearchContext {
    /// The game.
    pub game: Arc<dyn Game>,
    /// The sides of the game.
    pub sides: Sides,
    /// The evaluation at the horizon.
    pub leaf: LeafEvaluation,
    /// The resources used by the current search.
    pub meter: Meter,
    seed: u64,
}

impl SearchContext {
    /// The context of a player.
    pub fn new(setting: &Setting, leaf: LeafEvaluation) -> SearchContext {
        SearchContext {
            game: setting.game.clone(),
            sides: Sides::of(&*setting.game, setting.role),
            leaf,
            meter: Meter::new(&Budget::unlimited()),
            seed: setting.seed,
        }
    }

    /// Prepares a search within a budget, and sizes the transposition table for it.
    pub fn begin(&mut self, budget: &Budget, table: &mut TranspositionTable) {
        self.meter = Meter::new(budget);
        let seconds = budget.total().map_or(f64::INFINITY, |t| t.as_secs_f64());
        let states = (seconds * STATES_PER_SECOND).min(budget.nodes as f64) as u64;
        table.begin(states, budget.memory_bytes);
    }

    /// Expands a state that is not terminal; `None` if it has too many joint moves.
    pub fn expand(&mut self, state: &State) -> Result<Option<ExpandedState>, Abort> {
        let node = ExpandedState::new(&*self.game, self.sides, state)?;
        let states = node.as_ref().map_or(1, |node| node.children.len());
        self.meter.count(states)?;
        Ok(node)
    }

    /// Evaluates states for each role, state by state. `parent` is the key of their common parent.
    pub fn evaluate_leaves(
        &mut self,
        states: &[State],
        parent: StateKey,
    ) -> Result<Vec<Score>, Abort> {
        let (leaf, game) = (&self.leaf, &*self.game);
        evaluate_leaves(leaf, game, states, self.seed, parent, &mut self.meter)
    }
}
