//! The compiled evaluation: a weight for each fact and role, added up over the facts of a state.

use super::bits::{Sums, Weights, within};
use super::facts::named;
use super::learned::Formula;
use rustc_hash::FxHashMap;
use senet_engine::{Game, State};
use std::sync::{Arc, PoisonError, RwLock};

/// What states are worth.
pub type Table = Box<dyn Sums>;

/// For states that are a bit for each fact; tells how many facts hold in a state, on average.
pub fn of_bits(constants: Vec<f32>, weights: Vec<f32>, facts_per_state: f64) -> Table {
    Weights { constants, weights }.compile(facts_per_state)
}

/// For states that are rows of numbers.
pub fn of_numbers(constants: Vec<f32>, game: Arc<dyn Game>, formula: Formula) -> Table {
    Box::new(Numbers {
        constants,
        game,
        formula,
        known: RwLock::default(),
    })
}

/// What facts add whose numbers are given as they are met. What a fact adds is worked out when it is met for the first time.
struct Numbers {
    constants: Vec<f32>,
    game: Arc<dyn Game>,
    formula: Formula,
    known: RwLock<FxHashMap<u32, Box<[f32]>>>,
}

impl Sums for Numbers {
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
        for state in states {
            let sums = self
                .known_sums(state)
                .unwrap_or_else(|| self.new_sums(state));
            values.extend(sums.into_iter().map(within));
        }
    }
}

impl Numbers {
    /// The sums of a state whose facts were all met before.
    fn known_sums(&self, state: &State) -> Option<Vec<f32>> {
        // A thread that panics between two entries leaves the entries whole.
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let mut sums = self.constants.clone();
        for id in state.ids() {
            add(&mut sums, known.get(&id)?);
        }
        Some(sums)
    }

    fn new_sums(&self, state: &State) -> Vec<f32> {
        let mut sums = self.constants.clone();
        for (number, text) in named(&*self.game, state) {
            let weights = self.formula.weights_of(&text);
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
