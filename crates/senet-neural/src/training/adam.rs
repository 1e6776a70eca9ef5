//! The optimiser: Adam with clipped gradients, a short warm-up and a falling learning rate.

use crate::cell::Weights;

const DECAY: [f32; 2] = [0.9, 0.99];
/// Steps until the full learning rate is reached.
const WARM_UP: f32 = 20.0;
/// The share of the learning rate that is left at the end.
const FINAL_SHARE: f32 = 0.05;

/// Moments of the gradient.
pub(super) struct Adam<const H: usize> {
    means: Weights<H>,
    squares: Weights<H>,
    step: i32,
}

impl<const H: usize> Adam<H> {
    pub fn new() -> Adam<H> {
        Adam {
            means: Weights::zero(),
            squares: Weights::zero(),
            step: 0,
        }
    }

    /// Changes the weights by one step of `steps`.
    pub fn step(
        &mut self,
        weights: &mut Weights<H>,
        gradient: &mut Weights<H>,
        learning_rate: f32,
        steps: usize,
    ) {
        self.step += 1;
        clip(gradient);
        let done = self.step as f32 / steps as f32;
        let cosine = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
        let share = cosine * (1.0 - FINAL_SHARE) + FINAL_SHARE;
        let rate = learning_rate * share * (self.step as f32 / WARM_UP).min(1.0);
        let corrections = DECAY.map(|decay| 1.0 - decay.powi(self.step));
        let moments = self
            .means
            .tensors_mut()
            .into_iter()
            .zip(self.squares.tensors_mut());
        let tensors = weights.tensors_mut().into_iter().zip(gradient.tensors());
        for ((means, squares), (weights, (_, gradient))) in moments.zip(tensors) {
            for i in 0..weights.len() {
                means[i] = DECAY[0] * means[i] + (1.0 - DECAY[0]) * gradient[i];
                squares[i] = DECAY[1] * squares[i] + (1.0 - DECAY[1]) * gradient[i] * gradient[i];
                let size = (squares[i] / corrections[1]).sqrt() + 1e-8;
                weights[i] -= rate * means[i] / corrections[0] / size;
            }
        }
    }
}

/// Shortens a gradient to length 1 at most.
fn clip<const H: usize>(gradient: &mut Weights<H>) {
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
