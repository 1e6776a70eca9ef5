//! Dropout: sets random numbers to zero during training and enlarges the rest.

use super::matrix::{Matrix, NodeVector, zeros};
use fastrand::Rng;

/// Random factors for the numbers of a layer; without a generator nothing is dropped.
pub(crate) struct Dropout {
    rate: f32,
    rng: Option<Rng>,
}

impl Dropout {
    /// Drops this share of numbers.
    pub fn new(rate: f32, rng: Rng) -> Dropout {
        Dropout {
            rate,
            rng: (rate > 0.0).then_some(rng),
        }
    }

    /// Drops nothing.
    pub fn none() -> Dropout {
        Dropout {
            rate: 0.0,
            rng: None,
        }
    }

    /// Multiplies the numbers by random factors. Returns the factors; none if nothing is dropped.
    pub fn apply(&mut self, rows: &mut [NodeVector]) -> Matrix {
        let Some(rng) = &mut self.rng else {
            return Vec::new();
        };
        let mut factors = zeros(rows.len());
        let numbers = factors
            .as_flattened_mut()
            .iter_mut()
            .zip(rows.as_flattened_mut());
        for (factor, number) in numbers {
            *factor = if rng.f32() < self.rate {
                0.0
            } else {
                1.0 / (1.0 - self.rate)
            };
            *number *= *factor;
        }
        factors
    }

    /// Multiplies a gradient by the factors.
    pub fn gradient(gradient: &mut [NodeVector], factors: &[NodeVector]) {
        let pairs = gradient
            .as_flattened_mut()
            .iter_mut()
            .zip(factors.as_flattened());
        pairs.for_each(|(gradient, factor)| *gradient *= factor);
    }
}
