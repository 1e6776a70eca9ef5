//! The compiled evaluation: a weight for each fact and role.
//!
//! States that are a bit for each fact are evaluated eight bits at a time, by looking up what each byte of the state adds; or, where
//! few facts of many hold, fact by fact. States that are rows of numbers are evaluated number by number.

use super::facts::{named, ones};
use super::learned::Formula;
use rustc_hash::FxHashMap;
use senet_engine::{Game, State};
use std::sync::{Arc, PoisonError, RwLock};

/// Tables of bytes may take so much memory; beyond it they would be slower than going fact by fact.
const MAX_BYTES: usize = 1 << 20;
/// Looking up a byte takes about this part of the time of a fact.
const BYTE_PER_FACT: f64 = 0.5;

/// What is added up to evaluate a state.
pub struct Table {
    roles: usize,
    constants: Vec<f32>,
    weights: Weights,
}

enum Weights {
    /// For each byte of the state, each value that it may have, and each role.
    Bytes(Vec<f32>),
    /// For each bit of the state and each role.
    Bits(Vec<f32>),
    /// For each number and each role; what is not known yet is worked out when it is met.
    Numbers(Box<Numbers>),
}

struct Numbers {
    game: Arc<dyn Game>,
    formula: Formula,
    known: RwLock<FxHashMap<u32, Box<[f32]>>>,
}

impl Table {
    /// For states that are bits: a weight for each bit and role. Tells how many facts hold in a state, on average.
    pub fn of_bits(constants: Vec<f32>, weights: Vec<f32>, facts_per_state: f64) -> Table {
        let roles = constants.len();
        let bytes = (weights.len() / roles.max(1)).div_ceil(8);
        let small = bytes * 256 * roles * size_of::<f32>() <= MAX_BYTES;
        let weights = match small && bytes as f64 * BYTE_PER_FACT < facts_per_state {
            true => Weights::Bytes(byte_table(&weights, roles, bytes)),
            false => Weights::Bits(weights),
        };
        Table {
            roles,
            constants,
            weights,
        }
    }

    /// For states that are rows of numbers.
    pub fn of_numbers(constants: Vec<f32>, game: Arc<dyn Game>, formula: Formula) -> Table {
        Table {
            roles: constants.len(),
            constants,
            weights: Weights::Numbers(Box::new(Numbers {
                game,
                formula,
                known: RwLock::default(),
            })),
        }
    }

    /// Appends the value of each state for each role, between 0 and 1.
    pub fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
        values.reserve(states.len() * self.roles);
        match self.roles {
            1 => self.evaluate_for::<1>(states, values),
            2 => self.evaluate_for::<2>(states, values),
            3 => self.evaluate_for::<3>(states, values),
            4 => self.evaluate_for::<4>(states, values),
            _ => self.evaluate_for_any(states, values),
        }
    }

    /// The number of roles is known when this is compiled: then sums stay in registers.
    fn evaluate_for<const ROLES: usize>(&self, states: &[State], values: &mut Vec<f64>) {
        let mut constants = [0.0; ROLES];
        constants.copy_from_slice(&self.constants);
        for state in states {
            let mut sums = constants;
            self.add(state, |weights| {
                for (sum, weight) in sums.iter_mut().zip(&weights[..ROLES]) {
                    *sum += weight;
                }
            });
            values.extend(sums.map(within));
        }
    }

    fn evaluate_for_any(&self, states: &[State], values: &mut Vec<f64>) {
        let mut sums = self.constants.clone();
        for state in states {
            sums.copy_from_slice(&self.constants);
            self.add(state, |weights| {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += weight;
                }
            });
            values.extend(sums.iter().map(|&sum| within(sum)));
        }
    }

    /// Calls the function with all weights to be added up, one for each role.
    #[inline(always)]
    fn add(&self, state: &State, mut action: impl FnMut(&[f32])) {
        let roles = self.roles;
        match &self.weights {
            Weights::Bytes(table) => {
                let rows = table.chunks_exact(256 * roles);
                let bytes = state.words().iter().flat_map(|word| word.to_le_bytes());
                for (row, byte) in rows.zip(bytes) {
                    let at = usize::from(byte) * roles;
                    action(&row[at..at + roles]);
                }
            }
            Weights::Bits(weights) => {
                for bit in ones(state.words()) {
                    let at = bit as usize * roles;
                    if let Some(weights) = weights.get(at..at + roles) {
                        action(weights);
                    }
                }
            }
            Weights::Numbers(numbers) => numbers.add(state, action),
        }
    }
}

fn within(sum: f32) -> f64 {
    f64::from(sum.clamp(0.0, 1.0))
}

/// What each value of each byte adds.
fn byte_table(weights: &[f32], roles: usize, bytes: usize) -> Vec<f32> {
    let mut table = Vec::with_capacity(bytes * 256 * roles);
    for byte in 0..bytes {
        for value in 0_usize..256 {
            for role in 0..roles {
                let bits = (0..8).filter(|bit| value >> bit & 1 == 1);
                let weight = |bit| weights.get((byte * 8 + bit) * roles + role).unwrap_or(&0.0);
                table.push(bits.map(weight).sum());
            }
        }
    }
    table
}

impl Numbers {
    fn add(&self, state: &State, mut action: impl FnMut(&[f32])) {
        {
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
            if state.ids().all(|id| known.contains_key(&id)) {
                state
                    .ids()
                    .filter_map(|id| known.get(&id))
                    .for_each(|w| action(w));
                return;
            }
        }
        let facts = named(&*self.game, state).into_iter();
        let facts = facts.map(|(number, text)| (number, self.formula.weights_of(&text)));
        // A thread that panics between two entries leaves the entries whole.
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        for (number, weights) in facts {
            action(known.entry(number).or_insert(weights));
        }
    }
}
