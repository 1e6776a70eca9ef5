//! The declarations of a sheet: `base` for fluents, `input` for moves.
//!
//! Declarations are estimates, never bounds. They tell the planner how selective a look-up will be, and checks compare
//! them with the derived facts. If they cannot be derived within a part of the memory, the sheet is grounded without
//! them.

use crate::limits::StopReason;
use crate::program::Pred;
use crate::terms::TermId;
use crate::world::World;

/// Converts the tuples of a declaring predicate. `None` if the sheet has none or they could not be derived.
pub fn rows<T>(
    world: &World,
    pred: Pred,
    outcome: &Result<(), StopReason>,
    meaning: impl Fn(&[TermId]) -> T,
) -> Option<Vec<T>> {
    let relation = &world.relations[pred];
    if outcome.is_err() || relation.len() == 0 {
        return None;
    }
    let numbers = 0..relation.len() as u32;
    let rows = numbers.map(|number| meaning(relation.row(number)));
    Some(rows.collect())
}

/// The first argument of each tuple of a predicate.
pub fn firsts(world: &World, pred: Pred) -> Vec<TermId> {
    let relation = &world.relations[pred];
    let numbers = 0..relation.len() as u32;
    numbers.map(|number| relation.row(number)[0]).collect()
}
