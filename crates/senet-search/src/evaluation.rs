//! Guesses of what states are worth, and where they come from.

use crate::Budget;
use senet_engine::{State, Stopped};
use std::sync::Arc;

/// A guess of what a state is worth to every role.
pub trait Evaluation: Send + Sync {
    /// Appends, for each state, the expected goal of every role, between 0 and 1.
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>);

    /// What it is made of, in a line or a few.
    fn describe(&self) -> String;
}

/// Learns an evaluation of one game, within a budget.
pub trait Learn: Send + Sync {
    /// The evaluation, or why there is none. The same seed and enough time give the same evaluation.
    fn learn(&self, budget: &Budget, seed: u64) -> Result<Arc<dyn Evaluation>, Stopped>;
}
