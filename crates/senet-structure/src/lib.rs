//! What a game is made of, found from its rules alone: successor relations, step counters, boards, markers and pieces.
//!
//! Invariant: names never help. A sheet under other words and in another order has the same structure under those words.

mod boards;
mod counters;
mod initial;
mod positions;
mod statics;
mod successors;
#[cfg(test)]
mod tests;
mod turns;
mod values;
pub mod variants;

pub use boards::{Board, Coordinate, Marker, fluents};
pub use counters::Counter;
pub(crate) use counters::single;
pub use initial::{GroundFact, declared_facts, initial_state};
pub use positions::{Class, Position, Positions};
pub(crate) use positions::{
    same_over_time, variable_positions, visit_places, visit_sentence_places,
};
pub use statics::{static_extension, static_relations};
pub use successors::{Chain, End, Successor};
pub use turns::turn_fluents;
pub use values::Values;

use senet_gdl::Description;

/// What a game is made of.
#[derive(Clone, Debug)]
pub struct Structure {
    /// The arguments of relations and facts, and which of them speak of the same things.
    pub positions: Positions,
    /// What can stand at each argument.
    pub values: Values,
    /// Relations that put constants in a row.
    pub successors: Vec<Successor>,
    /// Facts that count steps.
    pub counters: Vec<Counter>,
    /// Facts with coordinates.
    pub boards: Vec<Board>,
    /// The initial state; `None` if it is too large to be spelt out.
    pub initial: Option<Vec<GroundFact>>,
}

impl Structure {
    /// Finds what a game is made of.
    pub fn of(description: &Description) -> Structure {
        let positions = Positions::of(description);
        let values = Values::of(description);
        let successors = successors::successors(description, &positions);
        let counters = counters::counters(description, &successors);
        let initial = initial_state(description).ok();
        let facts = initial.as_deref().unwrap_or_default();
        let boards = boards::boards(description, &positions, &values, &successors, facts);
        Structure {
            positions,
            values,
            successors,
            counters,
            boards,
            initial,
        }
    }

    /// The values of an argument in order, if they stand in one row of a successor relation.
    pub fn ordered(&self, position: Position) -> Option<Coordinate> {
        boards::ordered(position, &self.positions, &self.values, &self.successors)
    }
}
