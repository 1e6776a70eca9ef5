//! The forward pass of a network, layer by layer.

use crate::kernel::{add, rectify, subtract, weighted_sums};
use crate::net::ValueNet;
use crate::shape::SECOND_LAYER;

/// The units of the second layer for one state, before the rectifier.
pub type Second = [f32; SECOND_LAYER];

/// Calls a function for the number of every bit that is set.
#[inline(always)]
pub fn for_each_bit(words: &[u64], mut visit: impl FnMut(usize)) {
    for (at, &word) in words.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            visit(at * 64 + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

/// The sums of the first layer, before the rectifier.
#[inline(always)]
pub fn accumulate(net: &ValueNet, state: &[u64], sums: &mut [f32]) {
    sums.copy_from_slice(&net.parameters[net.shape.first_bias()]);
    for_each_bit(state, |bit| add(sums, net.column(bit)));
}

/// The sums of the first layer for a state that differs little from one with known sums.
#[inline(always)]
pub fn accumulate_difference(
    net: &ValueNet,
    parent: (&[u64], &[f32]),
    child: &[u64],
    units: &mut [f32],
) {
    let (parent, sums) = parent;
    units.copy_from_slice(sums);
    for (at, (&before, &after)) in parent.iter().zip(child).enumerate() {
        let mut changed = before ^ after;
        while changed != 0 {
            let bit = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            match after >> bit & 1 {
                1 => add(units, net.column(at * 64 + bit)),
                _ => subtract(units, net.column(at * 64 + bit)),
            }
        }
    }
    rectify(units);
}

/// The second layer for several states at once: `rows` has their first layers one after another.
#[inline(always)]
pub fn second_layer<const FUSED: bool, const ROWS: usize>(
    net: &ValueNet,
    rows: &[f32],
) -> [Second; ROWS] {
    let hidden = net.shape.hidden;
    let rows: [&[f32]; ROWS] = std::array::from_fn(|row| &rows[row * hidden..(row + 1) * hidden]);
    let bias = &net.parameters[net.shape.second_bias()];
    let bias: &Second = bias
        .as_array()
        .expect("the bias has one number for each unit");
    let weights = net.parameters[net.shape.second_weights()].as_chunks::<SECOND_LAYER>();
    weighted_sums::<FUSED, ROWS, SECOND_LAYER>([*bias; ROWS], rows, weights.0)
}

/// Appends the values of one state.
#[inline(always)]
pub fn outputs(net: &ValueNet, second: &Second, values: &mut Vec<f32>) {
    let bias = &net.parameters[net.shape.output_bias()];
    let weights = net.parameters[net.shape.output_weights()].as_chunks::<SECOND_LAYER>();
    for (weights, bias) in weights.0.iter().zip(bias) {
        values.push(logistic(weighted_sum(weights, second) + bias));
    }
}

/// The sum of the rectified units, weighted.
#[inline(always)]
fn weighted_sum(weights: &Second, units: &Second) -> f32 {
    let product = |at: usize| units[at].max(0.0) * weights[at];
    let sums: [f32; 16] = std::array::from_fn(|at| product(at) + product(at + 16));
    sums.iter().sum()
}

/// The logistic function.
#[inline(always)]
fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
