//! Normally distributed numbers. Drawing each anew would take most of the training time, so examples share a pool.

use fastrand::Rng;

/// The size of the pool: large enough that a number rarely meets the same neighbours.
const POOL: usize = 1 << 20;

/// A pool of normally distributed numbers.
pub(super) struct Noise {
    pool: Vec<f32>,
    at: usize,
}

impl Noise {
    /// Draws numbers with a standard deviation.
    pub fn new(deviation: f32, rng: &mut Rng) -> Noise {
        let pool = (0..POOL).map(|_| deviation * normal(rng)).collect();
        Noise { pool, at: 0 }
    }

    /// No noise at all.
    #[cfg(test)]
    pub fn none() -> Noise {
        Noise {
            pool: vec![0.0; 64],
            at: 0,
        }
    }

    /// Goes to a random place of the pool.
    pub fn shuffle(&mut self, rng: &mut Rng) {
        self.at = rng.usize(..self.pool.len());
    }

    /// Adds noise to a vector.
    #[inline]
    pub fn add(&mut self, numbers: &mut [f32]) {
        if self.at + numbers.len() > self.pool.len() {
            self.at = 0;
        }
        let noise = &self.pool[self.at..self.at + numbers.len()];
        numbers
            .iter_mut()
            .zip(noise)
            .for_each(|(number, noise)| *number += noise);
        self.at += numbers.len();
    }
}

/// A number of the standard normal distribution (Box and Muller).
pub(crate) fn normal(rng: &mut Rng) -> f32 {
    let (radius, angle) = (1.0 - rng.f32(), std::f32::consts::TAU * rng.f32());
    (-2.0 * radius.ln()).sqrt() * angle.cos()
}
