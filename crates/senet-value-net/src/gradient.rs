//! The gradient of the loss: cross-entropy between targets and values.

use crate::kernel::{self, Kernel, add, add_multiple, rectify};
use crate::layers::{Second, accumulate, for_each_bit, outputs, second_layer};
use crate::net::ValueNet;
use crate::shape::{SECOND_LAYER, Shape};

/// A state and the values that the network should give it.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The fluents of the state as bits.
    pub state: &'a [u64],
    /// One number from 0 to 1 for each output.
    pub target: &'a [f32],
}

/// A gradient, summed over samples.
#[derive(Clone, Debug)]
pub struct Gradient {
    pub(crate) sums: Vec<f32>,
    pub(crate) samples: usize,
    first: Vec<f32>,
    slopes: Vec<f32>,
    values: Vec<f32>,
}

impl Gradient {
    /// A gradient without samples.
    pub fn new(shape: Shape) -> Gradient {
        Gradient {
            sums: vec![0.0; shape.parameters()],
            samples: 0,
            first: Vec::new(),
            slopes: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Adds the gradient of some samples. Returns the sum of squared errors over all outputs.
    pub fn add(&mut self, net: &ValueNet, samples: &[Sample]) -> f32 {
        self.samples += samples.len();
        kernel::run(AddGradient {
            net,
            samples,
            gradient: self,
        })
    }
}

struct AddGradient<'a> {
    net: &'a ValueNet,
    samples: &'a [Sample<'a>],
    gradient: &'a mut Gradient,
}

impl Kernel for AddGradient<'_> {
    type Output = f32;

    #[inline(always)]
    fn run<const FUSED: bool, const ROWS: usize>(self) -> f32 {
        let (net, gradient) = (self.net, self.gradient);
        let hidden = net.shape.hidden;
        gradient.first.resize(ROWS * hidden, 0.0);
        gradient.slopes.resize(hidden, 0.0);
        let mut first = std::mem::take(&mut gradient.first);
        let mut loss = 0.0;
        for block in self.samples.chunks(ROWS) {
            for (sample, row) in block.iter().zip(first.chunks_exact_mut(hidden)) {
                accumulate(net, sample.state, row);
                rectify(row);
            }
            let seconds = second_layer::<FUSED, ROWS>(net, &first);
            let rows = first.chunks_exact(hidden);
            for ((sample, second), row) in block.iter().zip(&seconds).zip(rows) {
                loss += gradient.add_sample::<FUSED>(net, sample, second, row);
            }
        }
        gradient.first = first;
        loss
    }
}

impl Gradient {
    /// Adds the gradient of one sample, whose layers are known.
    #[inline(always)]
    fn add_sample<const FUSED: bool>(
        &mut self,
        net: &ValueNet,
        sample: &Sample,
        second: &Second,
        first: &[f32],
    ) -> f32 {
        let (slopes, loss) = self.add_outputs::<FUSED>(net, sample, second);
        self.add_second_layer::<FUSED>(net, &slopes, first);
        let shape = net.shape;
        add(&mut self.sums[shape.first_bias()], &self.slopes);
        for_each_bit(sample.state, |bit| {
            let column = &mut self.sums[bit * shape.hidden..(bit + 1) * shape.hidden];
            add(column, &self.slopes);
        });
        loss
    }

    /// Adds the gradient of the outputs. Returns the gradient for the sums of the second layer, and the sum of squared errors.
    #[inline(always)]
    fn add_outputs<const FUSED: bool>(
        &mut self,
        net: &ValueNet,
        sample: &Sample,
        second: &Second,
    ) -> (Second, f32) {
        let shape = net.shape;
        self.values.clear();
        outputs(net, second, &mut self.values);
        let mut slopes = [0.0; SECOND_LAYER];
        let mut loss = 0.0;
        for (output, target) in sample.target.iter().enumerate() {
            // The derivative of the cross-entropy with respect to the logit is the error.
            let error = self.values[output] - target;
            loss += error * error;
            self.sums[shape.output_bias().start + output] += error;
            let first = shape.output_weights().start + output * SECOND_LAYER;
            for at in 0..SECOND_LAYER {
                self.sums[first + at] += error * second[at].max(0.0);
                slopes[at] += error * net.parameters[first + at];
            }
        }
        for at in 0..SECOND_LAYER {
            slopes[at] = if second[at] > 0.0 { slopes[at] } else { 0.0 };
        }
        (slopes, loss)
    }

    /// Adds the gradient of the second layer, and stores the gradient for the sums of the first layer.
    #[inline(always)]
    fn add_second_layer<const FUSED: bool>(
        &mut self,
        net: &ValueNet,
        slopes: &Second,
        first: &[f32],
    ) {
        let shape = net.shape;
        add(&mut self.sums[shape.second_bias()], slopes);
        self.slopes.fill(0.0);
        let rows = net.transposed.chunks_exact(shape.hidden);
        for (slope, row) in slopes.iter().zip(rows) {
            if *slope != 0.0 {
                add_multiple::<FUSED>(&mut self.slopes, *slope, row);
            }
        }
        let weights = self.sums[shape.second_weights()].as_chunks_mut::<SECOND_LAYER>();
        for (weights, unit) in weights.0.iter_mut().zip(first) {
            if *unit > 0.0 {
                add_multiple::<FUSED>(weights, *unit, slopes);
            }
        }
        for (slope, unit) in self.slopes.iter_mut().zip(first) {
            *slope = if *unit > 0.0 { *slope } else { 0.0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// The loss of a network: cross-entropy over all samples and outputs.
    fn loss(net: &ValueNet, samples: &[Sample]) -> f64 {
        let of = |sample: &Sample| -> f64 {
            let values = net.evaluate(sample.state);
            let pairs = values.iter().zip(sample.target);
            let entropy = |(value, target): (&f32, &f32)| {
                let (value, target) = (f64::from(*value), f64::from(*target));
                -(target * value.ln() + (1.0 - target) * (1.0 - value).ln())
            };
            pairs.map(entropy).sum()
        };
        samples.iter().map(of).sum()
    }

    #[test]
    fn gradient_agrees_with_differences_of_the_loss() {
        let shape = Shape {
            inputs: 100,
            hidden: 32,
            outputs: 2,
        };
        let mut rng = Rng::with_seed(1);
        let net = ValueNet::new(shape, 30.0, 1);
        let mut word = || rng.u64(..) & rng.u64(..);
        let states: Vec<[u64; 2]> = (0..7).map(|_| [word(), word() & ((1 << 36) - 1)]).collect();
        let targets: Vec<[f32; 2]> = (0..7).map(|_| [rng.f32(), rng.f32()]).collect();
        let samples: Vec<Sample> = states
            .iter()
            .zip(&targets)
            .map(|(state, target)| Sample { state, target })
            .collect();
        let mut gradient = Gradient::new(shape);
        gradient.add(&net, &samples);
        let chosen = shape.tensors().into_iter().flat_map(|(_, range)| {
            let picks: Vec<usize> = (0..40).map(|_| rng.usize(range.clone())).collect();
            picks
        });
        for at in chosen.collect::<Vec<_>>() {
            let moved = |by: f32| {
                let mut parameters = net.parameters.clone();
                parameters[at] += by;
                loss(&ValueNet::from_parameters(shape, parameters), &samples)
            };
            let numeric = (moved(2e-3) - moved(-2e-3)) / 4e-3;
            let exact = f64::from(gradient.sums[at]);
            let error = (numeric - exact).abs() / (0.01 + numeric.abs());
            assert!(error < 0.08, "parameter {at}: {numeric} and {exact}");
        }
    }
}
