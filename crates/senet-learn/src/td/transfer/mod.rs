//! What was learned about one game as the first guess about another.
//!
//! A [`Correspondence`] says which states of the two look the same, in one way or in several (the boards of the source's size within the
//! target's board). [`Knowledge`] is a table of the source seen through it, [`Initial`] what a learner asks when
//! it meets an afterstate for the first time. The three published initialisations are
//! - *direct*: one view, the value as it is;
//! - *inverse*: one view, 100 less the value;
//! - *average*: several views, or a source with features that the target lacks: the mean over all states of the source that match.

mod correspondence;
mod initial;
mod knowledge;

pub use correspondence::{Correspondence, Look};
pub use initial::{Initial, TransferCounts};
pub use knowledge::Knowledge;
