//! What the sheet declares of itself: `base` for fluents, `input` for moves.
//!
//! Declarations are estimates, never bounds: they tell the planner how selective a look-up will be, and let checks compare
//! them with what is derived. A sheet whose declarations cannot be derived within a part of the memory is grounded without.

use crate::limits::StopReason;
use crate::program::Pred;
use crate::terms::TermId;
use crate::world::World;

/// The tuples of a declaring predicate, each made into what it stands for; `None` if the sheet has none or they could not be derived.
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

/// The first parts of all tuples of a predicate.
pub fn firsts(world: &World, pred: Pred) -> Vec<TermId> {
    let relation = &world.relations[pred];
    let numbers = 0..relation.len() as u32;
    numbers.map(|number| relation.row(number)[0]).collect()
}
