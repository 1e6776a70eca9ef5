//! Knowledge about games, gathered by playing them.
//!
//! Invariants:
//! - Playing and evaluating see numbers of facts and bits; the words of the rules are looked at once, to find the patterns that features
//!   count, and again for printing.
//! - Names never help: other words and another order of the rules give the same features.
//! - Learning never goes beyond its budget, says what stopped it, and takes every random choice from the seed.

pub mod evaluation;
pub mod td;

pub use evaluation::{Learned, Simulations};
