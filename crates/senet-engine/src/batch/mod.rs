//! Questions about many states at once, and random matches by the thousand.
//!
//! Every game answers them; see [`crate::Game`]. The answers here, one state after the other, are what games without anything
//! faster give, and what faster ones are judged by.

mod children;
mod in_batches;
mod playouts;
mod queries;

pub use children::Children;
pub(crate) use children::check_parents;
pub(crate) use children::children_in_turn;
pub use in_batches::InBatches;
pub use playouts::{
    GoalSums, Match, MoveWeights, PlayoutRequest, Playouts, Policy, Tally, one_by_one,
};
pub use queries::MoveLists;
pub(crate) use queries::check_joints;
