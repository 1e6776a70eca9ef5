//! Exact searches and planned lines for games with one role and without chance.

mod breadth_first;
mod depth_first;
mod exact;
mod planned_line;
#[cfg(test)]
mod tests;

pub use breadth_first::{MoveSequence, ROLE};
pub use exact::solve_exactly;
pub use planned_line::PlannedLine;
