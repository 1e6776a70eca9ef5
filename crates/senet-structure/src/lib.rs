//! Finds the structure of a game in its rules: successor relations, step counters, boards, markers, pieces and turns.
//! Makes variants of games.
//!
//! Invariant: the names of symbols do not matter. A scrambled rule sheet has the same structure under its new names.

mod boards;
mod counters;
mod ground_facts;
mod positions;
mod static_relations;
mod successors;
#[cfg(test)]
mod tests;
mod turns;
mod values;
pub mod variants;

pub use boards::{Board, Coordinate, Marker, fluents};
pub use counters::StepCounter;
pub(crate) use counters::unary_fluent;
pub use ground_facts::{GroundFact, declared_facts, initial_state, possible_facts};
pub use positions::{ArgumentClass, ArgumentPosition, ArgumentPositions};
pub(crate) use positions::{
    normal_relation, variable_positions, visit_positions, visit_sentence_positions,
};
pub use static_relations::{static_extension, static_relations};
pub use successors::{Chain, End, Successor};
pub use turns::{roles_with_choice, turn_fact_candidates, turn_fluents};
pub use values::ArgumentValues;

use senet_gdl::{Deadline, Description, OutOfTime};

/// The structure of a game.
#[derive(Clone, Debug)]
pub struct Structure {
    /// The argument positions, grouped into classes.
    pub positions: ArgumentPositions,
    /// The possible constants at each argument position.
    pub values: ArgumentValues,
    /// The successor relations.
    pub successors: Vec<Successor>,
    /// The fluents that count steps.
    pub counters: Vec<StepCounter>,
    /// The fluents with coordinates.
    pub boards: Vec<Board>,
    /// The initial state; `None` if it is too large.
    pub initial: Option<Vec<GroundFact>>,
}

impl Structure {
    /// Finds the structure of a game. A part of the structure could mislead, so there is no partial result.
    pub fn of(description: &Description, deadline: &Deadline) -> Result<Structure, OutOfTime> {
        let positions = ArgumentPositions::of(description);
        let values = ArgumentValues::of(description, deadline)?;
        let successors = successors::successors(description, &positions);
        let counters = counters::counters(description, &successors, deadline)?;
        let initial = initial_state(description, deadline).ok();
        let facts = initial.as_deref().unwrap_or_default();
        let (parts, rows) = ((&positions, &values), &successors[..]);
        let boards = boards::boards(description, parts, rows, facts, deadline)?;
        deadline.check()?;
        Ok(Structure {
            positions,
            values,
            successors,
            counters,
            boards,
            initial,
        })
    }

    /// Returns the values of an argument in order, if they all lie in one chain of a successor relation.
    pub fn ordered_coordinate(&self, position: ArgumentPosition) -> Option<Coordinate> {
        boards::ordered_coordinate(position, &self.positions, &self.values, &self.successors)
    }
}
