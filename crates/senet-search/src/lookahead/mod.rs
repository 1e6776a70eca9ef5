//! The depth-first searches that `minimax` and `mtdf` share.
//!
//! Invariants:
//! - Proven values rest on terminal states that can be forced, never on heuristic values.
//! - Goals of states that are not terminal are never read.
//! - Everything stays within the budget: the transposition table is the only large memory, and the clock is read
//!   about twice per millisecond.

mod alphabeta;
mod context;
mod expansion;
mod history;
mod leaf;
mod maxn;
mod meter;
mod principal_variation;
mod report;
mod root;
mod score;
mod search_outcome;
#[cfg(test)]
mod tests;
mod transposition_table;

pub use alphabeta::AlphaBeta;
pub use context::SearchContext;
pub use expansion::Sides;
pub use leaf::LeafEvaluation;
pub use maxn::MaxN;
pub use meter::{Abort, Meter};
pub use root::WindowPolicy;
pub use score::{BEST, Score, goal_score, points};
pub use transposition_table::StateKey;
