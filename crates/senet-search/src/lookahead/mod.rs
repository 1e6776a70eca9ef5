//! Depth-first searches, which `minimax` and `mtdf` share.
//!
//! Invariants:
//! - What is called proven rests on ends of matches that can be forced, never on guesses.
//! - Goals of states that are not terminal are not looked at.
//! - Everything is within the budget: memory is that of one table, and the clock is looked at about twice a millisecond.

mod alphabeta;
mod expand;
mod halt;
mod leaf;
mod line;
mod maxn;
mod order;
mod outcome;
mod report;
mod root;
mod score;
mod scout;
mod table;
#[cfg(test)]
mod tests;

pub use alphabeta::Search;
pub use expand::Seats;
pub use halt::{Halt, Meter};
pub use leaf::Leaf;
pub use maxn::MaxN;
pub use root::Windows;
pub use score::{BEST, Score, of_goal, points};
pub use scout::Scout;
pub use table::Key;
