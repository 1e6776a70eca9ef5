//! Evaluates states that are a bit for each fact.
//!
//! Eight bits at a time: what each byte of the state adds is looked up. Where few facts of many hold, or the tables would outgrow the
//! caches, fact by fact. The number of roles is known when this is compiled, so that sums stay in registers.

use super::facts::ones;
use senet_engine::State;

/// Tables of bytes may take so much memory.
const MAX_BYTES: usize = 1 << 20;
/// Looking up a byte takes about this part of the time of a fact.
const BYTE_PER_FACT: f64 = 0.5;

/// What the facts of a state add up to.
pub trait Sums: Send + Sync {
    /// Appends, for each state, the sum for each role, between 0 and 1.
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>);
}

/// What each fact adds for each role: a row of weights for each fact, and one that is added whatever holds.
pub struct Weights {
    /// One for each role.
    pub constants: Vec<f32>,
    /// One for each fact and role.
    pub weights: Vec<f32>,
}

impl Weights {
    /// The fastest way to add up, if so many facts hold in a state on average.
    pub fn compile(self, facts_per_state: f64) -> Box<dyn Sums> {
        match self.constants.len() {
            0 | 1 => self.compile_for::<1>(facts_per_state),
            2 => self.compile_for::<2>(facts_per_state),
            3 | 4 => self.compile_for::<4>(facts_per_state),
            5..=8 => self.compile_for::<8>(facts_per_state),
            _ => Box::new(self),
        }
    }

    fn compile_for<const WIDTH: usize>(self, facts_per_state: f64) -> Box<dyn Sums> {
        let roles = self.constants.len();
        let padded = |weights: &[f32]| {
            let mut row = [0.0; WIDTH];
            row[..weights.len()].copy_from_slice(weights);
            row
        };
        let constants = padded(&self.constants);
        let rows: Vec<[f32; WIDTH]> = self.weights.chunks(roles.max(1)).map(padded).collect();
        let bytes = rows.len().div_ceil(8);
        let is_small = bytes * 256 * size_of::<[f32; WIDTH]>() <= MAX_BYTES;
        match is_small && bytes as f64 * BYTE_PER_FACT < facts_per_state {
            true => Box::new(ByBytes {
                roles,
                constants,
                table: rows.chunks(8).map(byte_table).collect(),
            }),
            false => Box::new(ByFacts {
                roles,
                constants,
                rows,
            }),
        }
    }
}

/// Any number of roles.
impl Sums for Weights {
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
        let roles = self.constants.len();
        let mut sums = self.constants.clone();
        for state in states {
            sums.copy_from_slice(&self.constants);
            for fact in ones(state.words()) {
                let row = self.weights.chunks(roles).nth(fact as usize);
                let pairs = sums.iter_mut().zip(row.unwrap_or_default());
                pairs.for_each(|(sum, weight)| *sum += weight);
            }
            values.extend(sums.iter().map(|&sum| within(sum)));
        }
    }
}

/// What each value of a byte adds, for each byte of a state.
struct ByBytes<const WIDTH: usize> {
    roles: usize,
    constants: [f32; WIDTH],
    table: Vec<[[f32; WIDTH]; 256]>,
}

impl<const WIDTH: usize> Sums for ByBytes<WIDTH> {
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

/// What each fact adds.
struct ByFacts<const WIDTH: usize> {
    roles: usize,
    constants: [f32; WIDTH],
    rows: Vec<[f32; WIDTH]>,
}

impl<const WIDTH: usize> Sums for ByFacts<WIDTH> {
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
        values.push(within(sum));
    }
}

#[inline]
fn add<const WIDTH: usize>(sums: &mut [f32; WIDTH], row: &[f32; WIDTH]) {
    for role in 0..WIDTH {
        sums[role] += row[role];
    }
}

/// What each value of the byte of these eight facts, or of fewer, adds.
fn byte_table<const WIDTH: usize>(rows: &[[f32; WIDTH]]) -> [[f32; WIDTH]; 256] {
    let mut table = [[0.0; WIDTH]; 256];
    for (value, sums) in table.iter_mut().enumerate() {
        let holds = |bit: &usize| value >> bit & 1 == 1;
        let facts = (0..rows.len()).filter(holds);
        facts.for_each(|bit| add(sums, &rows[bit]));
    }
    table
}

/// Expected goals are between 0 and 1.
#[inline]
pub fn within(sum: f32) -> f64 {
    f64::from(sum.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// All ways to add up agree, for so many roles and facts.
    #[track_caller]
    fn check(roles: usize, facts: usize) {
        let mut rng = Rng::with_seed((roles * 1_000 + facts) as u64);
        let mut weights = |count| (0..count).map(|_| rng.f32() * 0.01).collect::<Vec<f32>>();
        let (constants, weights) = (weights(roles), weights(roles * facts));
        let of = || Weights {
            constants: constants.clone(),
            weights: weights.clone(),
        };
        let states: Vec<State> = (0..50)
            .map(|_| State::from_words(random_words(facts, &mut rng)))
            .collect();
        let values = |sums: &dyn Sums| {
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

    fn random_words(facts: usize, rng: &mut Rng) -> Vec<u64> {
        let mut words: Vec<u64> = (0..facts.div_ceil(64)).map(|_| rng.u64(..)).collect();
        if let Some(last) = words.last_mut().filter(|_| !facts.is_multiple_of(64)) {
            *last &= (1 << (facts % 64)) - 1;
        }
        words
    }

    #[test]
    fn ways_to_add_up_agree() {
        for roles in [1, 2, 3, 4, 6, 9] {
            for facts in [0, 1, 64, 129, 200] {
                check(roles, facts);
            }
        }
    }
}
