//! What the sheet declares of itself: `base` for fluents, `input` for moves.
//!
//! Declarations are estimates, never bounds: they tell the planner how selective a look-up will be, and let checks compare
//! them with what is derived. A sheet whose declarations cannot be derived within their own small limit is grounded without.

use crate::limits::StopReason;
use crate::program::Pred;
use crate::terms::TermId;
use crate::world::World;

/// Declarations with more facts than this are ignored.
pub const MAX_DECLARED: usize = 2_000_000;

/// The tuples of a declaring predicate; `None` if the sheet has none or they could not be derived.
pub fn rows(
    world: &World,
    pred: Pred,
    outcome: &Result<(), StopReason>,
) -> Option<Vec<Vec<TermId>>> {
    let relation = &world.relations[pred];
    if outcome.is_err() || relation.len() == 0 {
        return None;
    }
    Some(
        (0..relation.len() as u32)
            .map(|number| relation.row(number).to_vec())
            .collect(),
    )
}
