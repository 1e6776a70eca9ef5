//! What every search looks at a game through.

use super::expand::{Node, Seats};
use super::halt::{Halt, Meter};
use super::leaf::{Leaf, guess};
use super::score::Score;
use super::table::{Key, Table};
use crate::{Budget, Setting};
use senet_engine::{Game, State};
use std::sync::Arc;

/// States that a search may come to store in a second; tables are made for them.
const STATES_PER_SECOND: f64 = 1e6;

/// A game seen from one seat, with guesses where the search ends, and a meter of what is used up.
pub struct Scout {
    /// The game.
    pub game: Arc<dyn Game>,
    /// Who sits where.
    pub seats: Seats,
    /// Where guesses come from.
    pub leaf: Leaf,
    /// What is used up by the present search.
    pub meter: Meter,
    seed: u64,
}

impl Scout {
    /// Looks from the seat of a player.
    pub fn new(setting: &Setting, leaf: Leaf) -> Scout {
        Scout {
            game: setting.game.clone(),
            seats: Seats::of(&*setting.game, setting.role),
            leaf,
            meter: Meter::new(&Budget::unlimited()),
            seed: setting.seed,
        }
    }

    /// Gets ready to search within a budget, with a table for as much as can come.
    pub fn begin(&mut self, budget: &Budget, table: &mut Table) {
        self.meter = Meter::new(budget);
        let seconds = budget.total().map_or(f64::INFINITY, |t| t.as_secs_f64());
        let states = (seconds * STATES_PER_SECOND).min(budget.nodes as f64) as u64;
        table.begin(states, budget.memory_bytes);
    }

    /// Looks into a state that is not terminal; `None` if too much follows it.
    pub fn enter(&mut self, state: &State) -> Result<Option<Node>, Halt> {
        let node = Node::expand(&*self.game, self.seats, state)?;
        let states = node.as_ref().map_or(1, |node| node.children.len());
        self.meter.count(states)?;
        Ok(node)
    }

    /// Guesses what states are worth to each role, state after state. The key is that of the state that they follow.
    pub fn guess(&mut self, states: &[State], parent: Key) -> Result<Vec<Score>, Halt> {
        let (leaf, game) = (&self.leaf, &*self.game);
        guess(leaf, game, states, self.seed, parent, &mut self.meter)
    }
}
