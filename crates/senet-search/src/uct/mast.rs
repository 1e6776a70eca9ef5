//! MAST (move-average sampling technique): playouts prefer moves with good average values elsewhere.
//!
//! The averages cover the moves of descents only. The moves of playouts are unknown here, since the engine runs
//! hundreds of playouts at once.

use senet_engine::{MoveId, MoveWeights};

/// The temperature: if a move's mean is worse by this much, its weight falls to 1/e.
const TEMPERATURE: f32 = 0.25;
/// The prior weight: a move counts as average until it has about this many visits.
const CAUTION: f32 = 4.0;
/// The weight of an average move.
const NEUTRAL: f32 = 32.0;
/// The number of batches between two updates of the weights.
const PERIOD: u32 = 16;

/// The average value of each move, in any state.
#[derive(Default)]
pub struct Mast {
    /// By role, then by move.
    roles: Vec<Vec<Average>>,
    weights: MoveWeights,
    batches: u32,
}

#[derive(Clone, Copy, Default)]
struct Average {
    sum: f32,
    count: f32,
}

impl Mast {
    /// Adds the value of a move.
    pub fn add(&mut self, role: usize, id: MoveId, value: f64) {
        if self.roles.len() <= role {
            self.roles.resize(role + 1, Vec::new());
        }
        let averages = &mut self.roles[role];
        let index = id.0 as usize;
        if averages.len() <= index {
            averages.resize(index + 1, Average::default());
        }
        averages[index].sum += value as f32;
        averages[index].count += 1.0;
    }

    /// The move weights for the next batch.
    pub fn weights(&mut self) -> &MoveWeights {
        if self.batches.is_multiple_of(PERIOD) {
            self.weights.weights = self.roles.iter().map(|role| weights_of(role)).collect();
        }
        self.batches += 1;
        &self.weights
    }
}

fn weights_of(averages: &[Average]) -> Vec<u8> {
    let add = |(sum, count), one: &Average| (sum + one.sum, count + one.count);
    let (sum, count): (f32, f32) = averages.iter().fold((0.0, 0.0), add);
    let usual = sum / count.max(1.0);
    let weight = |one: &Average| {
        let mean = (one.sum + CAUTION * usual) / (one.count + CAUTION);
        let weight = NEUTRAL * ((mean - usual) / TEMPERATURE).exp();
        weight.round().clamp(1.0, 255.0) as u8
    };
    averages.iter().map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_moves_get_higher_weights() {
        let mut mast = Mast::default();
        for _ in 0..50 {
            mast.add(1, MoveId(0), 0.9);
            mast.add(1, MoveId(2), 0.1);
        }
        let weights = mast.weights();
        assert!(weights.of(1, MoveId(0)) > 3 * weights.of(1, MoveId(2)));
        assert_eq!(weights.of(1, MoveId(1)), NEUTRAL as u8);
    }
}
