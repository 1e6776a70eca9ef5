//! A network and how it evaluates states.

use crate::kernel::{self, Kernel};
use crate::layers::{accumulate, accumulate_difference, outputs, second_layer};
use crate::shape::{SECOND_LAYER, Shape};
use fastrand::Rng;

/// A value network: fluent bits, a hidden layer, a layer of 32 units, and one number from 0 to 1 for each output.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueNet {
    pub(crate) shape: Shape,
    pub(crate) parameters: Vec<f32>,
    /// The transposed weights of the second layer: training needs both orders.
    pub(crate) transposed: Vec<f32>,
}

/// Memory that evaluations reuse.
#[derive(Clone, Default, Debug)]
pub struct Scratch {
    sums: Vec<f32>,
    rows: Vec<f32>,
}

impl ValueNet {
    /// A network with random weights. `active` is the usual number of fluents in a state.
    pub fn new(shape: Shape, active: f32, seed: u64) -> ValueNet {
        let mut rng = Rng::with_seed(seed);
        let mut parameters = vec![0.0; shape.parameters()];
        let deviations = [
            (shape.columns(), (1.0 / active.max(1.0)).sqrt()),
            (shape.second_weights(), (2.0 / shape.hidden as f32).sqrt()),
            (
                shape.output_weights(),
                0.6 * (2.0 / SECOND_LAYER as f32).sqrt(),
            ),
        ];
        for (range, deviation) in deviations {
            for parameter in &mut parameters[range] {
                *parameter = deviation * normal(&mut rng);
            }
        }
        ValueNet::from_parameters(shape, parameters)
    }

    /// A network with these parameters, in the order of [`Shape::tensors`].
    ///
    /// # Panics
    /// Panics if the number of parameters does not fit the shape.
    pub fn from_parameters(shape: Shape, parameters: Vec<f32>) -> ValueNet {
        assert_eq!(parameters.len(), shape.parameters());
        let mut net = ValueNet {
            shape,
            parameters,
            transposed: vec![0.0; shape.hidden * SECOND_LAYER],
        };
        net.transpose();
        net
    }

    /// The sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All parameters, in the order of [`Shape::tensors`].
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// A network for other inputs: input `i` gets the column of the old input `from[i]`, or zeros where there is none.
    pub fn with_inputs(&self, from: &[Option<usize>]) -> ValueNet {
        let from: Vec<Vec<usize>> = from
            .iter()
            .map(|old| old.iter().copied().collect())
            .collect();
        self.with_mean_inputs(&from)
    }

    /// A network for other inputs: input `i` gets the mean of the columns of the old inputs `from[i]`, or zeros where
    /// there is none.
    pub fn with_mean_inputs(&self, from: &[Vec<usize>]) -> ValueNet {
        let shape = Shape {
            inputs: from.len(),
            ..self.shape
        };
        let mut parameters = vec![0.0; shape.columns().end];
        for (column, old) in parameters.chunks_exact_mut(shape.hidden).zip(from) {
            let weight = 1.0 / old.len().max(1) as f32;
            for &old in old {
                let pairs = column.iter_mut().zip(self.column(old));
                pairs.for_each(|(sum, number)| *sum += weight * number);
            }
        }
        parameters.extend_from_slice(&self.parameters[self.shape.columns().end..]);
        ValueNet::from_parameters(shape, parameters)
    }

    /// A network with the values of the other side: each output becomes 1 minus its value.
    pub fn inverted(&self) -> ValueNet {
        let mut parameters = self.parameters.clone();
        let last = self.shape.output_weights().start..self.shape.output_bias().end;
        parameters[last]
            .iter_mut()
            .for_each(|number| *number = -*number);
        ValueNet::from_parameters(self.shape, parameters)
    }

    /// A network with two outputs: the one output of this network, and 1 minus its value.
    pub fn with_both_sides(&self) -> ValueNet {
        let mut both = self.with_outputs(&[0, 0]);
        let (weights, bias) = (both.shape.output_weights(), both.shape.output_bias());
        for number in (weights.start + SECOND_LAYER..weights.end).chain([bias.end - 1]) {
            both.parameters[number] = -both.parameters[number];
        }
        both
    }

    /// A network whose output `i` is the old output `from[i]`.
    pub fn with_outputs(&self, from: &[usize]) -> ValueNet {
        let shape = Shape {
            outputs: from.len(),
            ..self.shape
        };
        let mut parameters = self.parameters[..self.shape.output_weights().start].to_vec();
        let (weights, bias) = (self.shape.output_weights(), self.shape.output_bias());
        for old in from {
            let first = weights.start + old * SECOND_LAYER;
            parameters.extend_from_slice(&self.parameters[first..first + SECOND_LAYER]);
        }
        parameters.extend(from.iter().map(|old| self.parameters[bias.start + old]));
        ValueNet::from_parameters(shape, parameters)
    }

    /// The values of one state.
    pub fn evaluate(&self, state: &[u64]) -> Vec<f32> {
        let mut values = Vec::new();
        let children = std::iter::once(state);
        self.evaluate_children(state, children, &mut Scratch::default(), &mut values);
        values
    }

    /// Appends the values of states that differ little from a common parent. The values of any states of the same game are correct, but states near
    /// the parent are fast.
    pub fn evaluate_children<'a>(
        &self,
        parent: &[u64],
        children: impl Iterator<Item = &'a [u64]>,
        scratch: &mut Scratch,
        values: &mut Vec<f32>,
    ) {
        kernel::run(EvaluateChildren {
            net: self,
            parent,
            children,
            scratch,
            values,
        });
    }

    /// The weights of an input.
    #[inline(always)]
    pub(crate) fn column(&self, input: usize) -> &[f32] {
        &self.parameters[input * self.shape.hidden..(input + 1) * self.shape.hidden]
    }

    /// Updates the transposed weights after a change of parameters.
    pub(crate) fn transpose(&mut self) {
        let weights = &self.parameters[self.shape.second_weights()];
        let (rows, _) = weights.as_chunks::<SECOND_LAYER>();
        for (unit, row) in rows.iter().enumerate() {
            for (second, weight) in row.iter().enumerate() {
                self.transposed[second * self.shape.hidden + unit] = *weight;
            }
        }
    }
}

struct EvaluateChildren<'n, I> {
    net: &'n ValueNet,
    parent: &'n [u64],
    children: I,
    scratch: &'n mut Scratch,
    values: &'n mut Vec<f32>,
}

impl<'a, I: Iterator<Item = &'a [u64]>> Kernel for EvaluateChildren<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run<const FUSED: bool, const ROWS: usize>(self) {
        let (net, hidden) = (self.net, self.net.shape.hidden);
        let Scratch { sums, rows } = self.scratch;
        sums.resize(hidden, 0.0);
        rows.resize(ROWS * hidden, 0.0);
        accumulate(net, self.parent, sums);
        let mut filled = 0;
        for child in self.children {
            let row = &mut rows[filled * hidden..(filled + 1) * hidden];
            accumulate_difference(net, (self.parent, sums), child, row);
            filled += 1;
            if filled == ROWS {
                let seconds = second_layer::<FUSED, ROWS>(net, rows);
                seconds
                    .iter()
                    .for_each(|second| outputs(net, second, self.values));
                filled = 0;
            }
        }
        // Evaluates the last rows. Unused rows hold older states, whose values are dropped.
        if filled > 0 {
            let seconds = second_layer::<FUSED, ROWS>(net, rows);
            let last = seconds[..filled].iter();
            last.for_each(|second| outputs(net, second, self.values));
        }
    }
}

/// A number from the standard normal distribution.
pub(crate) fn normal(rng: &mut Rng) -> f32 {
    let (radius, angle) = (rng.f32().max(1e-9), rng.f32());
    (-2.0 * radius.ln()).sqrt() * (std::f32::consts::TAU * angle).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(rng: &mut Rng, count: usize) -> Vec<Vec<u64>> {
        let word = |rng: &mut Rng| rng.u64(..) & rng.u64(..);
        let state = |_| vec![word(rng), word(rng) & ((1 << 36) - 1)];
        (0..count).map(state).collect()
    }

    const SHAPE: Shape = Shape {
        inputs: 100,
        hidden: 32,
        outputs: 3,
    };

    /// Computes the values in double precision, one number after another.
    fn plain_values(net: &ValueNet, state: &[u64]) -> Vec<f64> {
        let at = |index: usize| f64::from(net.parameters[index]);
        let shape = net.shape;
        let is_set = |input: &usize| state[input / 64] >> (input % 64) & 1 == 1;
        let first = |unit: usize| {
            let inputs = (0..shape.inputs).filter(is_set);
            let sum: f64 = inputs.map(|input| at(input * shape.hidden + unit)).sum();
            (sum + at(shape.first_bias().start + unit)).max(0.0)
        };
        let first: Vec<f64> = (0..shape.hidden).map(first).collect();
        let second = |unit: usize| {
            let weight =
                |from: usize| at(shape.second_weights().start + from * SECOND_LAYER + unit);
            let sum: f64 = first
                .iter()
                .enumerate()
                .map(|(from, x)| x * weight(from))
                .sum();
            (sum + at(shape.second_bias().start + unit)).max(0.0)
        };
        let second: Vec<f64> = (0..SECOND_LAYER).map(second).collect();
        let output = |output: usize| {
            let weight =
                |from: usize| at(shape.output_weights().start + output * SECOND_LAYER + from);
            let sum: f64 = second
                .iter()
                .enumerate()
                .map(|(from, x)| x * weight(from))
                .sum();
            1.0 / (1.0 + (-sum - at(shape.output_bias().start + output)).exp())
        };
        (0..shape.outputs).map(output).collect()
    }

    #[test]
    fn values_of_children_agree_with_plain_arithmetic() {
        let mut rng = Rng::with_seed(3);
        let net = ValueNet::new(SHAPE, 30.0, 1);
        let states = states(&mut rng, 11);
        let mut values = Vec::new();
        let children = states.iter().map(|state| &state[..]);
        net.evaluate_children(&states[4], children, &mut Scratch::default(), &mut values);
        let plain: Vec<f64> = states
            .iter()
            .flat_map(|state| plain_values(&net, state))
            .collect();
        assert_eq!(values.len(), plain.len());
        for (value, plain) in values.iter().zip(plain) {
            assert!((f64::from(*value) - plain).abs() < 1e-4, "{value} {plain}");
        }
    }

    #[test]
    fn renumbered_inputs_give_the_same_values() {
        let mut rng = Rng::with_seed(5);
        let net = ValueNet::new(SHAPE, 30.0, 1);
        let mut order: Vec<usize> = (0..100).collect();
        rng.shuffle(&mut order);
        let from: Vec<Option<usize>> = order.iter().map(|&old| Some(old)).collect();
        let renumbered = net.with_inputs(&from);
        for state in states(&mut rng, 5) {
            let mut other = vec![0_u64; 2];
            for (new, old) in order.iter().enumerate() {
                other[new / 64] |= (state[old / 64] >> (old % 64) & 1) << (new % 64);
            }
            for (a, b) in net.evaluate(&state).iter().zip(renumbered.evaluate(&other)) {
                assert!((a - b).abs() < 1e-5, "{a} {b}");
            }
        }
    }

    #[test]
    fn inverted_network_gives_one_minus_the_value() {
        let net = ValueNet::new(SHAPE, 30.0, 1);
        let inverted = net.inverted();
        for state in states(&mut Rng::with_seed(5), 3) {
            for (a, b) in net.evaluate(&state).iter().zip(inverted.evaluate(&state)) {
                assert!((a + b - 1.0).abs() < 1e-5, "{a} {b}");
            }
        }
    }

    #[test]
    fn both_sides_share_one() {
        let net = ValueNet::new(SHAPE, 30.0, 1).with_outputs(&[1]);
        for state in states(&mut Rng::with_seed(5), 3) {
            let (one, both) = (net.evaluate(&state), net.with_both_sides().evaluate(&state));
            assert!((both[0] - one[0]).abs() < 1e-6 && (both[0] + both[1] - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn new_input_gets_the_mean_of_old_columns() {
        let net = ValueNet::new(SHAPE, 30.0, 1);
        let from = [vec![0, 1], vec![2], Vec::new()];
        let mixed = net.with_mean_inputs(&from);
        let mean = (net.column(0)[3] + net.column(1)[3]) / 2.0;
        assert!((mixed.column(0)[3] - mean).abs() < 1e-6);
        assert_eq!(mixed.column(1), net.column(2));
        assert!(mixed.column(2).iter().all(|&number| number == 0.0));
    }

    #[test]
    fn swapped_outputs_swap_the_values() {
        let net = ValueNet::new(SHAPE, 30.0, 1);
        let state = &states(&mut Rng::with_seed(5), 1)[0];
        let values = net.evaluate(state);
        let swapped = net.with_outputs(&[2, 0, 1]).evaluate(state);
        assert_eq!(swapped, [values[2], values[0], values[1]]);
    }

    #[test]
    fn seed_decides_the_weights() {
        let net = |seed| ValueNet::new(SHAPE, 30.0, seed);
        assert_eq!(net(1), net(1));
        assert_ne!(net(1), net(2));
    }
}
