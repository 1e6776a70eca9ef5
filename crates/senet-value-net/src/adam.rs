//! The optimiser.

use crate::gradient::Gradient;
use crate::kernel::{self, Kernel, multiply_add};
use crate::net::ValueNet;
use crate::shape::Shape;

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
/// Beyond this number of steps, the corrections of the moments are 1.
const CORRECTED_STEPS: u64 = 20_000;

/// Adam: steps in the direction of the mean gradient, divided by its usual size.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: u64,
}

impl Adam {
    /// An optimiser that has made no step.
    pub fn new(shape: Shape) -> Adam {
        Adam::of_size(shape.parameters())
    }

    /// An optimiser of this many parameters that has made no step.
    pub fn of_size(parameters: usize) -> Adam {
        Adam::from_moments(vec![0.0; parameters], vec![0.0; parameters], 0)
    }

    /// An optimiser that continues from saved moments.
    pub fn from_moments(means: Vec<f32>, squares: Vec<f32>, steps: u64) -> Adam {
        Adam {
            means,
            squares,
            steps,
        }
    }

    /// The means and the means of squares of all gradients, and the number of steps.
    pub fn moments(&self) -> (&[f32], &[f32], u64) {
        (&self.means, &self.squares, self.steps)
    }

    /// Changes the network by one step along the mean gradient of the collected samples, and empties the gradient.
    pub fn step(&mut self, net: &mut ValueNet, gradient: &mut Gradient, rate: f32) {
        let sums = &mut gradient.sums;
        self.step_numbers(&mut net.parameters, sums, gradient.samples, rate);
        gradient.samples = 0;
        net.transpose();
    }

    /// Changes parameters by one step along a gradient that is a sum over samples, and empties the gradient.
    pub(crate) fn step_numbers(
        &mut self,
        parameters: &mut [f32],
        gradient: &mut [f32],
        samples: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let steps = self.steps.min(CORRECTED_STEPS) as i32;
        kernel::run(AdamStep {
            parameters,
            means: &mut self.means,
            squares: &mut self.squares,
            gradient,
            scale: 1.0 / samples.max(1) as f32,
            rate: rate / (1.0 - MEAN_DECAY.powi(steps)),
            correction: 1.0 / (1.0 - SQUARE_DECAY.powi(steps)),
        });
    }
}

struct AdamStep<'a> {
    parameters: &'a mut [f32],
    means: &'a mut [f32],
    squares: &'a mut [f32],
    gradient: &'a mut [f32],
    scale: f32,
    rate: f32,
    correction: f32,
}

impl Kernel for AdamStep<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const FUSED: bool, const ROWS: usize>(self) {
        let moments = self.means.iter_mut().zip(self.squares);
        let changed = self.parameters.iter_mut().zip(self.gradient);
        for ((parameter, gradient), (mean, square)) in changed.zip(moments) {
            let slope = *gradient * self.scale;
            *gradient = 0.0;
            *mean = multiply_add::<FUSED>(MEAN_DECAY, *mean, (1.0 - MEAN_DECAY) * slope);
            let added = (1.0 - SQUARE_DECAY) * slope * slope;
            *square = multiply_add::<FUSED>(SQUARE_DECAY, *square, added);
            let size = (*square * self.correction).sqrt() + 1e-8;
            *parameter -= self.rate * *mean / size;
        }
    }
}
