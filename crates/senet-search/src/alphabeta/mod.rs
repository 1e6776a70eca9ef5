//! Depth-first search with alpha-beta windows, which `minimax` and `mtdf` share.
//!
//! Invariants:
//! - What is called proven rests on ends of matches that can be forced, never on guesses, and not on how the goals of the roles are related.
//! - Goals of states that are not terminal are not looked at.
//! - Everything is within the budget: memory is that of one table, and the clock is looked at twice a millisecond.

mod expand;
mod halt;
mod leaf;
mod line;
mod order;
mod outcome;
mod report;
mod root;
mod score;
mod search;
mod table;

pub use expand::Seats;
pub use leaf::Leaf;
pub use report::report;
pub use root::{Root, Windows};
pub use search::Search;
