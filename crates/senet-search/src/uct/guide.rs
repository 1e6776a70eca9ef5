//! A learned evaluation that guides the search (`guct`).
//!
//! It acts in two places. The moves of a new node are tried in the order of their successors' evaluation. The value
//! of a leaf mixes the mean of its playouts with its evaluation. If the evaluation has the full weight, no playouts
//! run, which pays off where they are slow.

use crate::Evaluator;
use senet_engine::State;
use std::sync::Arc;

/// An evaluation and its weight.
#[derive(Clone)]
pub struct Guide {
    /// The evaluation.
    pub evaluation: Arc<dyn Evaluator>,
    /// The weight of the evaluation in the value of a leaf, from 0 to 1.
    pub mix: f64,
}

impl Guide {
    /// The evaluation of states, one value between 0 and 1 per state and role.
    pub fn values(&self, states: &[State], roles: usize) -> Vec<f64> {
        let mut values = Vec::with_capacity(states.len() * roles);
        self.evaluation.evaluate(states, &mut values);
        values.resize(states.len() * roles, 0.5);
        values.iter_mut().for_each(|value| {
            *value = match value.is_finite() {
                true => value.clamp(0.0, 1.0),
                false => 0.5,
            }
        });
        values
    }

    /// True if playouts are needed.
    pub fn needs_playouts(&self) -> bool {
        self.mix < 1.0
    }

    /// Mixes an evaluation into the mean values of playouts.
    pub fn mix_into(&self, evaluated: &[f64], values: &mut [f64]) {
        for (value, &evaluated) in values.iter_mut().zip(evaluated) {
            *value += self.mix * (evaluated - *value);
        }
    }
}
