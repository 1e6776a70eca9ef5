//! The optimiser: Adam, with clipped gradients, a short warm-up and a falling learning rate.

use crate::cell::Weights;

/// Steps until the full learning rate is reached.
const WARM_UP: f32 = 20.0;
/// The share of the learning rate that is left at the end.
const FINAL_SHARE: f32 = 0.05;

/// Moments of the gradient.
pub(crate) struct Adam {
    decay: [f32; 2],
    means: Vec<f32>,
    squares: Vec<f32>,
    step: i32,
}

impl Adam {
    /// Prepares a number of weights. The moments decay by the given factors.
    pub fn new(size: usize, decay: [f32; 2]) -> Adam {
        Adam {
            decay,
            means: vec![0.0; size],
            squares: vec![0.0; size],
            step: 0,
        }
    }

    /// Changes the weights by one step. Weights and gradient come in the same parts each time.
    pub fn step(&mut self, weights: &mut [&mut [f32]], gradient: &[&[f32]], rate: f32) {
        self.step += 1;
        let decay = self.decay;
        let corrections = decay.map(|decay| 1.0 - decay.powi(self.step));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        let weights = weights.iter_mut().flat_map(|part| part.iter_mut());
        let gradient = gradient.iter().flat_map(|part| part.iter());
        for ((mean, square), (weight, &slope)) in moments.zip(weights.zip(gradient)) {
            *mean = decay[0] * *mean + (1.0 - decay[0]) * slope;
            *square = decay[1] * *square + (1.0 - decay[1]) * slope * slope;
            let size = (*square / corrections[1]).sqrt() + 1e-8;
            *weight -= rate * *mean / corrections[0] / size;
        }
    }
}

/// The learning rate of a step: it rises for a moment, then falls along a cosine.
pub(super) fn scheduled(learning_rate: f32, step: usize, steps: usize) -> f32 {
    let done = step as f32 / steps as f32;
    let cosine = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
    let share = cosine * (1.0 - FINAL_SHARE) + FINAL_SHARE;
    learning_rate * share * (step as f32 / WARM_UP).min(1.0)
}

/// Shortens a gradient to length 1 at most.
pub(super) fn clip<const H: usize>(gradient: &mut Weights<H>) {
    let numbers = gradient
        .tensors()
        .into_iter()
        .flat_map(|(_, numbers)| numbers);
    let length = numbers.map(|number| number * number).sum::<f32>().sqrt();
    if length > 1.0 {
        let tensors = gradient.tensors_mut().into_iter();
        tensors.flatten().for_each(|number| *number /= length);
    }
}
