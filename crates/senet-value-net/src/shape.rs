//! The sizes of a network, and where its parameters lie.

use std::ops::Range;

/// The number of units of the second layer. It is constant, so that the compiler keeps the layer in registers.
pub const SECOND_LAYER: usize = 32;

/// The sizes of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The number of fluents.
    pub inputs: usize,
    /// The number of units of the first layer: a multiple of 16.
    pub hidden: usize,
    /// The number of values.
    pub outputs: usize,
}

impl Shape {
    /// The number of parameters.
    pub fn parameters(self) -> usize {
        self.output_bias().end
    }

    /// The columns of the first layer: one for each input.
    pub fn columns(self) -> Range<usize> {
        0..self.inputs * self.hidden
    }

    /// The bias of the first layer.
    pub fn first_bias(self) -> Range<usize> {
        after(self.columns(), self.hidden)
    }

    /// The weights of the second layer: one row for each unit of the first.
    pub fn second_weights(self) -> Range<usize> {
        after(self.first_bias(), self.hidden * SECOND_LAYER)
    }

    /// The bias of the second layer.
    pub fn second_bias(self) -> Range<usize> {
        after(self.second_weights(), SECOND_LAYER)
    }

    /// The weights of the outputs: one row for each output.
    pub fn output_weights(self) -> Range<usize> {
        after(self.second_bias(), self.outputs * SECOND_LAYER)
    }

    /// The bias of the outputs.
    pub fn output_bias(self) -> Range<usize> {
        after(self.output_weights(), self.outputs)
    }

    /// The names and places of all tensors, in their order.
    pub fn tensors(self) -> [(&'static str, Range<usize>); 6] {
        [
            ("first.columns", self.columns()),
            ("first.bias", self.first_bias()),
            ("second.weights", self.second_weights()),
            ("second.bias", self.second_bias()),
            ("output.weights", self.output_weights()),
            ("output.bias", self.output_bias()),
        ]
    }
}

fn after(before: Range<usize>, length: usize) -> Range<usize> {
    before.end..before.end + length
}
