//! The compiled evaluation: a weight per fluent and role, added up over the fluents of a state.

use super::bit_states::{LinearEvaluator, LinearWeights, clamp_goal};
use super::fluents::fluents_with_text;
use super::learned::WeightedPatterns;
use rustc_hash::FxHashMap;
use senet_engine::{Game, State};
use std::sync::{Arc, PoisonError, RwLock};

/// A compiled evaluation.
pub type CompiledEvaluation = Box<dyn LinearEvaluator>;

/// Compiles for states with one bit per fluent, given the average number of fluents per state.
pub fn compile_bits(
    constants: Vec<f32>,
    weights: Vec<f32>,
    fluents_per_state: f64,
) -> CompiledEvaluation {
    LinearWeights { constants, weights }.compile(fluents_per_state)
}

/// Compiles for states that are lists of fluent numbers.
pub fn compile_numbers(
    constants: Vec<f32>,
    game: Arc<dyn Game>,
    patterns: WeightedPatterns,
) -> CompiledEvaluation {
    Box::new(NumberedStates {
        constants,
        game,
        patterns,
        known: RwLock::default(),
    })
}

/// Evaluates states whose fluents get numbers when they first occur. The weights of a fluent are computed on its
/// first occurrence.
struct NumberedStates {
    constants: Vec<f32>,
    game: Arc<dyn Game>,
    patterns: WeightedPatterns,
    known: RwLock<FxHashMap<u32, Box<[f32]>>>,
}

impl LinearEvaluator for NumberedStates {
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
        for state in states {
            let sums = self
                .known_sums(state)
                .unwrap_or_else(|| self.new_sums(state));
            values.extend(sums.into_iter().map(clamp_goal));
        }
    }
}

impl NumberedStates {
    /// The sums of a state whose fluents are all known.
    fn known_sums(&self, state: &State) -> Option<Vec<f32>> {
        // A panic between two insertions leaves the map consistent.
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let mut sums = self.constants.clone();
        for id in state.ids() {
            add(&mut sums, known.get(&id)?);
        }
        Some(sums)
    }

    fn new_sums(&self, state: &State) -> Vec<f32> {
        let mut sums = self.constants.clone();
        for (number, text) in fluents_with_text(&*self.game, state) {
            let weights = self.patterns.weights_of(&text);
            add(&mut sums, &weights);
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            known.insert(number, weights);
        }
        sums
    }
}

fn add(sums: &mut [f32], weights: &[f32]) {
    sums.iter_mut()
        .zip(weights)
        .for_each(|(sum, weight)| *sum += weight);
}
