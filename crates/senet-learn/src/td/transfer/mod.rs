//! Transfer: the values of a source game become initial values of a target game.
//!
//! A [`StateCorrespondence`] says which states of the two games correspond. There may be several ways: a large board
//! contains several boards of the source's size, for example. [`TransferredValues`] is a value table of the source
//! seen through it. A learner looks up new afterstates in [`InitialValues`]. There are three published methods:
//! - *direct*: one map, the value itself;
//! - *inverse*: one map, 100 minus the value;
//! - *average*: several maps, or a source with features that the target lacks. The value is the mean over all
//!   corresponding states of the source.

mod correspondence;
mod initial_values;
mod transferred_values;

pub use correspondence::{FluentMap, StateCorrespondence};
pub use initial_values::{InitialValues, TransferCounts};
pub use transferred_values::TransferredValues;
