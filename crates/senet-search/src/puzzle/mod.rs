//! Games with one role and without chance: a line of moves is all that there is to be found.

mod breadth;
mod depth;
mod exact;
mod plan;
#[cfg(test)]
mod tests;

pub use breadth::{ROLE, Way};
pub use exact::attempt;
pub use plan::Plan;
