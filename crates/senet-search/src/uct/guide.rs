//! A learned evaluation that guides the search (`guct`).
//!
//! It has a say in two places: the moves of a new node are tried in the order of what the evaluation thinks of the states that follow, and
//! what a leaf is worth is a mixture of the mean of its random matches and its evaluation. With nothing but evaluation in the mixture no
//! matches are played, which is worth while where they are slow.

use crate::Evaluation;
use senet_engine::State;
use std::sync::Arc;

/// An evaluation and its weight.
#[derive(Clone)]
pub struct Guide {
    /// The evaluation.
    pub evaluation: Arc<dyn Evaluation>,
    /// The share of the evaluation in the value of a leaf, from 0 to 1.
    pub mix: f64,
}

impl Guide {
    /// Values of states, one for each role of each state, between 0 and 1.
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

    /// Whether matches are played at all.
    pub fn wants_matches(&self) -> bool {
        self.mix < 1.0
    }

    /// Mixes an evaluation into the mean values of matches.
    pub fn blend(&self, evaluated: &[f64], values: &mut [f64]) {
        for (value, &evaluated) in values.iter_mut().zip(evaluated) {
            *value += self.mix * (evaluated - *value);
        }
    }
}
