//! The gradient of the loss, and steps along it.

use super::forward::Activations;
use super::layer::Backward;
use super::loss::{PolicyLoss, PolicySample, slopes};
use super::net::PolicyNet;
use crate::Adam;

/// A gradient, summed over samples.
#[derive(Clone, Debug)]
pub struct PolicyGradient {
    sums: Vec<f32>,
    samples: usize,
    activations: Activations,
    slopes: Vec<f32>,
    below: Vec<f32>,
}

impl PolicyGradient {
    /// A gradient without samples.
    pub fn new(net: &PolicyNet) -> PolicyGradient {
        PolicyGradient {
            sums: vec![0.0; net.parameters.len()],
            samples: 0,
            activations: Activations::default(),
            slopes: Vec::new(),
            below: Vec::new(),
        }
    }

    /// Adds the gradient of some samples.
    pub fn add(&mut self, net: &PolicyNet, samples: &[PolicySample]) -> PolicyLoss {
        let mut loss = PolicyLoss::default();
        for group in samples.chunks(net.group()) {
            loss.merge(self.add_group(net, group));
        }
        self.samples += samples.len();
        loss
    }

    /// Changes the network by one step of the optimiser, and empties the gradient.
    pub fn step(&mut self, net: &mut PolicyNet, adam: &mut Adam, rate: f32) {
        adam.step_numbers(&mut net.parameters, &mut self.sums, self.samples, rate);
        self.samples = 0;
    }

    fn add_group(&mut self, net: &PolicyNet, samples: &[PolicySample]) -> PolicyLoss {
        let states: Vec<&[u64]> = samples.iter().map(|sample| sample.state).collect();
        self.activations.compute(net, &states);
        self.slopes.clear();
        self.slopes.extend_from_slice(self.activations.outputs());
        let mut loss = PolicyLoss::default();
        let rows = self.slopes.chunks_exact_mut(net.architecture.outputs());
        for (row, sample) in rows.zip(samples) {
            loss.merge(slopes(row, &net.architecture.moves, sample));
        }
        self.add_layers(net);
        loss
    }

    /// Backpropagates from the last layer to the first.
    fn add_layers(&mut self, net: &PolicyNet) {
        let Activations {
            input,
            side,
            layers,
            gathered,
        } = &mut self.activations;
        for at in (0..net.layers.len()).rev() {
            let (before, after) = layers.split_at(at);
            let pass = Backward {
                parameters: &net.parameters,
                input: before.last().unwrap_or(input),
                output: &after[0],
                side,
                planes: net.architecture.planes(),
                gathered,
                gradient: &mut self.sums,
            };
            let below = (at > 0).then_some(&mut self.below);
            net.layers[at].backward(pass, &mut self.slopes, below);
            std::mem::swap(&mut self.slopes, &mut self.below);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::architecture::Body;
    use super::super::sample_nets::{architecture, cnn, mlp};
    use super::*;
    use fastrand::Rng;

    /// The loss that the gradient belongs to, in double precision where it matters.
    fn loss(net: &PolicyNet, samples: &[PolicySample]) -> f64 {
        let states: Vec<&[u64]> = samples.iter().map(|sample| sample.state).collect();
        let outputs = net.evaluate(&states);
        let mut sum = 0.0;
        for (number, sample) in samples.iter().enumerate() {
            for (role, policy) in sample.policy.iter().enumerate() {
                let logits = outputs.logits(number, role);
                let legal = policy.iter().map(|&(at, _)| f64::from(logits[at as usize]));
                let whole: f64 = legal.map(f64::exp).sum();
                for &(at, target) in *policy {
                    let log = f64::from(logits[at as usize]) - whole.ln();
                    sum -= f64::from(target) * log;
                }
            }
            for (role, &target) in sample.values.iter().enumerate() {
                let value = f64::from(outputs.value(number, role));
                let target = f64::from(target);
                sum -= target * value.ln() + (1.0 - target) * (1.0 - value).ln();
            }
        }
        sum
    }

    #[track_caller]
    fn check(body: Body) {
        let mut rng = Rng::with_seed(3);
        let mut net = PolicyNet::new(architecture(body), 1).unwrap();
        // New biases are zero, where rectified units have no derivative.
        for parameter in &mut net.parameters {
            *parameter += 0.2 * (rng.f32() - 0.5);
        }
        let states: Vec<[u64; 1]> = (0..5)
            .map(|_| [rng.u64(..) & rng.u64(..) & ((1 << 40) - 1)])
            .collect();
        let (one, other) = ([(0, 0.25), (3, 0.75)], [(6, 0.5), (2, 0.1), (1, 0.4)]);
        let policy: [&[(u32, f32)]; 2] = [&one, &other];
        let samples: Vec<PolicySample> = states
            .iter()
            .map(|state| PolicySample {
                state,
                policy: &policy,
                values: &[0.9, 0.2],
            })
            .collect();
        let mut gradient = PolicyGradient::new(&net);
        gradient.add(&net, &samples);
        for (name, range) in net.tensors() {
            let (mut error, mut size) = (0.0, 0.0);
            for _ in 0..60 {
                let at = rng.usize(range.clone());
                let moved = |by: f32| {
                    let mut net = net.clone();
                    net.parameters[at] += by;
                    loss(&net, &samples)
                };
                let numeric = (moved(1e-3) - moved(-1e-3)) / 2e-3;
                error += (numeric - f64::from(gradient.sums[at])).abs();
                size += numeric.abs();
            }
            // A step may cross the edge of a rectified unit, so single differences are not exact.
            assert!(error < 0.03 * size, "{name}: {error} of {size}");
        }
    }

    #[test]
    fn gradient_agrees_with_differences_of_the_loss() {
        check(mlp(false));
        check(mlp(true));
        check(cnn());
    }

    #[test]
    fn values_of_a_state_do_not_depend_on_its_batch() {
        for body in [mlp(true), cnn()] {
            let net = PolicyNet::new(architecture(body), 5).unwrap();
            let mut rng = Rng::with_seed(4);
            let states: Vec<[u64; 1]> = (0..150).map(|_| [rng.u64(..) >> 24]).collect();
            let rows: Vec<&[u64]> = states.iter().map(|state| &state[..]).collect();
            let all = net.evaluate(&rows);
            for (at, row) in rows.iter().enumerate() {
                let alone = net.evaluate(&[row]);
                assert_eq!(alone.logits(0, 1), all.logits(at, 1));
                assert_eq!(alone.value(0, 0), all.value(at, 0));
            }
        }
    }

    #[test]
    fn seed_decides_what_is_learned() {
        let learn = |seed| {
            let mut net = PolicyNet::new(architecture(cnn()), seed).unwrap();
            let mut adam = Adam::of_size(net.parameters.len());
            let mut gradient = PolicyGradient::new(&net);
            let policy = [(0, 0.25), (3, 0.75)];
            let sample = PolicySample {
                state: &[77],
                policy: &[&policy, &[]],
                values: &[0.9, 0.2],
            };
            for _ in 0..5 {
                gradient.add(&net, &[sample; 3]);
                gradient.step(&mut net, &mut adam, 1e-2);
            }
            net
        };
        assert_eq!(learn(1), learn(1));
        assert_ne!(learn(1), learn(2));
    }
}
