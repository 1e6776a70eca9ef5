//! Linear evaluation of states that have one bit per fluent.
//!
//! It looks up the contribution of eight bits at a time. If few of many fluents hold, or the lookup tables would
//! exceed the caches, it adds up fluent by fluent. The number of roles is a compile-time constant, so the sums stay
//! in registers.

use super::fluents::ones;
use senet_engine::State;

/// The maximum size of the lookup tables in bytes.
const MAX_TABLE_BYTES: usize = 1 << 20;
/// The time of a byte lookup relative to adding one fluent.
const BYTE_PER_FLUENT: f64 = 0.5;

/// A linear evaluation function.
pub trait LinearEvaluator: Send + Sync {
    /// Appends the value of each state for each role, between 0 and 1.
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>);
}

/// The weights of a linear evaluation: one row of weights per fluent, and a constant row.
pub struct LinearWeights {
    /// One constant per role.
    pub constants: Vec<f32>,
    /// One weight per fluent and role.
    pub weights: Vec<f32>,
}

impl LinearWeights {
    /// Compiles the fastest form, given the average number of fluents per state.
    pub fn compile(self, fluents_per_state: f64) -> Box<dyn LinearEvaluator> {
        match self.constants.len() {
            0 | 1 => self.compile_for::<1>(fluents_per_state),
            2 => self.compile_for::<2>(fluents_per_state),
            3 | 4 => self.compile_for::<4>(fluents_per_state),
            5..=8 => self.compile_for::<8>(fluents_per_state),
            _ => Box::new(self),
        }
    }

    fn compile_for<const WIDTH: usize>(self, fluents_per_state: f64) -> Box<dyn LinearEvaluator> {
        let roles = self.constants.len();
        let padded = |weights: &[f32]| {
            let mut row = [0.0; WIDTH];
            row[..weights.len()].copy_from_slice(weights);
            row
        };
        let constants = padded(&self.constants);
        let rows: Vec<[f32; WIDTH]> = self.weights.chunks(roles.max(1)).map(padded).collect();
        let bytes = rows.len().div_ceil(8);
        let is_small = bytes * 256 * size_of::<[f32; WIDTH]>() <= MAX_TABLE_BYTES;
        match is_small && bytes as f64 * BYTE_PER_FLUENT < fluents_per_state {
            true => Box::new(ByteLookup {
                roles,
                constants,
                table: rows.chunks(8).map(byte_table).collect(),
            }),
            false => Box::new(FluentSums {
                roles,
                constants,
                rows,
            }),
        }
    }
}

/// The general form, for any number of roles.
impl LinearEvaluator for LinearWeights {
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
        let roles = self.constants.len();
        let mut sums = self.constants.clone();
        for state in states {
            sums.copy_from_slice(&self.constants);
            for fluent in ones(state.words()) {
                let row = self.weights.chunks(roles).nth(fluent as usize);
                let pairs = sums.iter_mut().zip(row.unwrap_or_default());
                pairs.for_each(|(sum, weight)| *sum += weight);
            }
            values.extend(sums.iter().map(|&sum| clamp_goal(sum)));
        }
    }
}

/// The contribution of each value of each byte of a state.
struct ByteLookup<const WIDTH: usize> {
    roles: usize,
    constants: [f32; WIDTH],
    table: Vec<[[f32; WIDTH]; 256]>,
}

impl<const WIDTH: usize> LinearEvaluator for ByteLookup<WIDTH> {
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
        values.reserve(states.len() * self.roles);
        for state in states {
            let mut sums = self.constants;
            let mut rows = self.table.iter();
            'state: for &word in state.words() {
                for byte in word.to_le_bytes() {
                    let Some(row) = rows.next() else {
                        break 'state;
                    };
                    add(&mut sums, &row[usize::from(byte)]);
                }
            }
            push(values, &sums, self.roles);
        }
    }
}

/// The contribution of each fluent.
struct FluentSums<const WIDTH: usize> {
    roles: usize,
    constants: [f32; WIDTH],
    rows: Vec<[f32; WIDTH]>,
}

impl<const WIDTH: usize> LinearEvaluator for FluentSums<WIDTH> {
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
        values.reserve(states.len() * self.roles);
        for state in states {
            let mut sums = self.constants;
            for (rows, &word) in self.rows.chunks(64).zip(state.words()) {
                let mut rest = word;
                while rest != 0 {
                    if let Some(row) = rows.get(rest.trailing_zeros() as usize) {
                        add(&mut sums, row);
                    }
                    rest &= rest - 1;
                }
            }
            push(values, &sums, self.roles);
        }
    }
}

#[inline]
fn push<const WIDTH: usize>(values: &mut Vec<f64>, sums: &[f32; WIDTH], roles: usize) {
    for &sum in &sums[..roles] {
        values.push(clamp_goal(sum));
    }
}

#[inline]
fn add<const WIDTH: usize>(sums: &mut [f32; WIDTH], row: &[f32; WIDTH]) {
    for role in 0..WIDTH {
        sums[role] += row[role];
    }
}

/// The contribution of each byte value, for up to eight fluents.
fn byte_table<const WIDTH: usize>(rows: &[[f32; WIDTH]]) -> [[f32; WIDTH]; 256] {
    let mut table = [[0.0; WIDTH]; 256];
    for (value, sums) in table.iter_mut().enumerate() {
        let holds = |bit: &usize| value >> bit & 1 == 1;
        let fluents = (0..rows.len()).filter(holds);
        fluents.for_each(|bit| add(sums, &rows[bit]));
    }
    table
}

/// Clamps an expected goal to 0 to 1.
#[inline]
pub fn clamp_goal(sum: f32) -> f64 {
    f64::from(sum.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// Checks that all forms agree for this number of roles and fluents.
    #[track_caller]
    fn check(roles: usize, fluents: usize) {
        let mut rng = Rng::with_seed((roles * 1_000 + fluents) as u64);
        let mut weights = |count| (0..count).map(|_| rng.f32() * 0.01).collect::<Vec<f32>>();
        let (constants, weights) = (weights(roles), weights(roles * fluents));
        let of = || LinearWeights {
            constants: constants.clone(),
            weights: weights.clone(),
        };
        let states: Vec<State> = (0..50)
            .map(|_| State::from_words(random_words(fluents, &mut rng)))
            .collect();
        let values = |sums: &dyn LinearEvaluator| {
            let mut values = Vec::new();
            sums.evaluate(&states, &mut values);
            values
        };
        let (plain, bytes, bits) = (
            values(&of()),
            values(&*of().compile(f64::INFINITY)),
            values(&*of().compile(0.0)),
        );
        assert_eq!(plain.len(), states.len() * roles);
        for other in [bytes, bits] {
            let pairs = plain.iter().zip(&other);
            assert!(plain.len() == other.len());
            pairs.for_each(|(a, b)| assert!((a - b).abs() < 1e-5, "{a} and {b}"));
        }
    }

    fn random_words(fluents: usize, rng: &mut Rng) -> Vec<u64> {
        let mut words: Vec<u64> = (0..fluents.div_ceil(64)).map(|_| rng.u64(..)).collect();
        if let Some(last) = words.last_mut().filter(|_| !fluents.is_multiple_of(64)) {
            *last &= (1 << (fluents % 64)) - 1;
        }
        words
    }

    #[test]
    fn all_forms_agree() {
        for roles in [1, 2, 3, 4, 6, 9] {
            for fluents in [0, 1, 64, 129, 200] {
                check(roles, fluents);
            }
        }
    }
}
