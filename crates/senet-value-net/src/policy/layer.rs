//! One layer: the places of its parameters, and its computation.

use super::convolution::Convolution;
use super::matrix::{Matrix, add_product};
use super::planes::{Planes, WINDOW};
use std::ops::Range;

/// The rows that a layer reads to compute one row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayerKind {
    /// The row with the same index.
    Dense,
    /// The rows of the same cell and of its neighbours.
    Convolution,
}

/// A layer. A sample has one row, or one for each cell of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// The name of the layer in files.
    pub name: String,
    /// The rows that the layer reads.
    pub kind: LayerKind,
    /// The number of inputs of a row.
    pub inputs: usize,
    /// The number of outputs of a row.
    pub outputs: usize,
    /// The number of rows of a sample.
    pub rows: usize,
    /// True if the result is added to the input.
    pub residual: bool,
    /// True if negative sums become 0.
    pub rectified: bool,
    /// The number of fluents beside the planes. They have the same effect on every cell.
    pub side: usize,
    /// The index of the first parameter of the layer.
    pub first: usize,
}

impl Layer {
    /// The number of parameters.
    pub fn parameters(&self) -> usize {
        let rows = self.inputs.saturating_add(1).saturating_add(self.side);
        rows.saturating_mul(self.outputs)
    }

    /// The weights: one row for each input.
    pub fn weights(&self) -> Range<usize> {
        self.first..self.first + self.inputs * self.outputs
    }

    /// The bias.
    pub fn bias(&self) -> Range<usize> {
        let start = self.weights().end;
        start..start + self.outputs
    }

    /// The weights of the fluents beside the planes.
    pub fn side_weights(&self) -> Range<usize> {
        let start = self.bias().end;
        start..start + self.side * self.outputs
    }

    /// The names and places of its tensors.
    pub fn tensors(&self) -> impl Iterator<Item = (String, Range<usize>)> {
        let all = [
            ("weights", self.weights()),
            ("bias", self.bias()),
            ("side", self.side_weights()),
        ];
        let used = all.into_iter().filter(|(_, range)| !range.is_empty());
        used.map(|(part, range)| (format!("{}.{part}", self.name), range))
    }

    /// The channels of a cell in the input of a convolution.
    fn channels(&self) -> usize {
        self.inputs / WINDOW
    }

    /// Computes the rows of some samples. `gathered` is memory that is used again.
    pub fn forward(
        &self,
        parameters: &[f32],
        input: &[f32],
        side: &[f32],
        planes: Option<&Planes>,
        gathered: &mut Vec<f32>,
        output: &mut Vec<f32>,
    ) {
        let samples = input.len() / self.input_of_sample();
        let starts = self.starts(parameters, side, samples);
        output.clear();
        match self.convolution(parameters, planes) {
            Some(convolution) => {
                output.resize(samples * self.rows * self.outputs, 0.0);
                convolution.compute(input, &starts, gathered, output);
            }
            None => {
                for start in starts.chunks_exact(self.outputs) {
                    for _ in 0..self.rows {
                        output.extend_from_slice(start);
                    }
                }
                let read = self.read(input, planes, gathered);
                let read = Matrix::new(read, samples * self.rows, self.inputs);
                let weights = &parameters[self.weights()];
                add_product(
                    output,
                    read,
                    Matrix::new(weights, self.inputs, self.outputs),
                );
            }
        }
        if self.rectified {
            output.iter_mut().for_each(|sum| *sum = sum.max(0.0));
        }
        if self.residual {
            output.iter_mut().zip(input).for_each(|(sum, x)| *sum += x);
        }
    }

    /// The input of the rows: the input itself, or windows of it.
    fn read<'a>(
        &self,
        input: &'a [f32],
        planes: Option<&Planes>,
        gathered: &'a mut Vec<f32>,
    ) -> &'a [f32] {
        match (self.kind, planes) {
            (LayerKind::Convolution, Some(planes)) => {
                planes.gather(input, self.channels(), gathered);
                gathered
            }
            _ => input,
        }
    }

    /// The convolution of the layer, if it is one that needs no copies of windows.
    fn convolution<'a>(
        &self,
        parameters: &'a [f32],
        planes: Option<&'a Planes>,
    ) -> Option<Convolution<'a>> {
        let planes = planes.filter(|_| self.kind == LayerKind::Convolution)?;
        let weights = &parameters[self.weights()];
        Convolution::new(planes, weights, self.channels(), self.outputs)
    }

    /// The numbers of a sample that the layer reads.
    fn input_of_sample(&self) -> usize {
        match self.kind {
            LayerKind::Dense => self.rows * self.inputs,
            LayerKind::Convolution => self.rows * self.channels(),
        }
    }

    /// The sums that all rows of a sample start from: the bias and the fluents beside the planes.
    fn starts(&self, parameters: &[f32], side: &[f32], samples: usize) -> Vec<f32> {
        let mut starts = parameters[self.bias()].repeat(samples);
        if self.side > 0 {
            let weights = Matrix::new(&parameters[self.side_weights()], self.side, self.outputs);
            add_product(&mut starts, Matrix::new(side, samples, self.side), weights);
        }
        starts
    }

    /// Adds the gradient for the parameters to `gradient`, and stores the gradient for the input in `below`. `slopes` is the gradient for the output.
    pub fn backward(&self, pass: Backward, slopes: &mut [f32], below: Option<&mut Vec<f32>>) {
        let before = self.residual.then(|| slopes.to_vec());
        if self.rectified {
            self.keep_active(pass.input, pass.output, slopes);
        }
        let read = self.read(pass.input, pass.planes, pass.gathered);
        let rows = read.len() / self.inputs;
        let (by_rows, read) = (
            Matrix::new(slopes, rows, self.outputs),
            Matrix::new(read, rows, self.inputs),
        );
        add_product(
            &mut pass.gradient[self.weights()],
            read.transposed(),
            by_rows,
        );
        let bias = &mut pass.gradient[self.bias()];
        for row in slopes.chunks_exact(self.outputs) {
            bias.iter_mut().zip(row).for_each(|(sum, one)| *sum += one);
        }
        if self.side > 0 {
            self.side_gradient(pass.side, slopes, pass.gradient);
        }
        let Some(below) = below else { return };
        let weights = Matrix::new(&pass.parameters[self.weights()], self.inputs, self.outputs);
        self.slopes_below(
            Matrix::new(slopes, rows, self.outputs),
            weights,
            pass.planes,
            pass.gathered,
            below,
        );
        if let Some(before) = before {
            below.iter_mut().zip(before).for_each(|(sum, x)| *sum += x);
        }
    }

    /// Sets the gradient of inactive units to 0.
    fn keep_active(&self, input: &[f32], output: &[f32], slopes: &mut [f32]) {
        for (at, slope) in slopes.iter_mut().enumerate() {
            let level = if self.residual { input[at] } else { 0.0 };
            if output[at] <= level {
                *slope = 0.0;
            }
        }
    }

    fn slopes_below(
        &self,
        slopes: Matrix,
        weights: Matrix,
        planes: Option<&Planes>,
        gathered: &mut Vec<f32>,
        below: &mut Vec<f32>,
    ) {
        let rows = slopes.rows();
        below.clear();
        match (self.kind, planes) {
            (LayerKind::Convolution, Some(planes)) => {
                gathered.clear();
                gathered.resize(rows * self.inputs, 0.0);
                add_product(gathered, slopes, weights.transposed());
                below.resize(rows * self.channels(), 0.0);
                planes.scatter(gathered, self.channels(), below);
            }
            _ => {
                below.resize(rows * self.inputs, 0.0);
                add_product(below, slopes, weights.transposed());
            }
        }
    }

    fn side_gradient(&self, side: &[f32], slopes: &[f32], gradient: &mut [f32]) {
        let samples = side.len() / self.side;
        let mut sums = vec![0.0; samples * self.outputs];
        let rows = slopes.chunks_exact(self.rows * self.outputs);
        for (sample, sum) in rows.zip(sums.chunks_exact_mut(self.outputs)) {
            for row in sample.chunks_exact(self.outputs) {
                sum.iter_mut().zip(row).for_each(|(to, from)| *to += from);
            }
        }
        add_product(
            &mut gradient[self.side_weights()],
            Matrix::new(side, samples, self.side).transposed(),
            Matrix::new(&sums, samples, self.outputs),
        );
    }
}

/// The data that a layer needs for backpropagation.
pub struct Backward<'a> {
    /// All parameters of the network.
    pub parameters: &'a [f32],
    /// The input of the layer.
    pub input: &'a [f32],
    /// The output of the layer.
    pub output: &'a [f32],
    /// The fluents beside the planes.
    pub side: &'a [f32],
    /// The planes, if there are convolutions.
    pub planes: Option<&'a Planes>,
    /// Memory that is used again.
    pub gathered: &'a mut Vec<f32>,
    /// The gradient for all parameters of the network.
    pub gradient: &'a mut [f32],
}
