//! Moves that were good elsewhere are likely to be good (MAST, the move-average sampling technique): random matches prefer moves that
//! had good outcomes on the paths of descents.
//!
//! The moves of random matches themselves are not known here, since hundreds of them are played at once; the paths are.

use senet_engine::{MoveId, MoveWeights};

/// How strongly good moves are preferred: the weight of a move falls to 1/e of another's when its mean is worse by this.
const TEMPERATURE: f32 = 0.25;
/// Moves count as average until they were made so often.
const CAUTION: f32 = 4.0;
/// The weight of a move that is as good as the average.
const NEUTRAL: f32 = 32.0;
/// Weights are worked out again after so many batches.
const PERIOD: u32 = 16;

/// What moves came to, wherever they were made.
#[derive(Default)]
pub struct Mast {
    /// Per role, by move.
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
    /// Adds what a move came to.
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

    /// The weights for the next batch.
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
    fn good_moves_weigh_more() {
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
