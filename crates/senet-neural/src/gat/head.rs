//! The output layers: pooling over all nodes, then two dense layers for the target nodes.

use super::config::GatConfig;
use super::dropout::Dropout;
use super::layer::softmax;
use super::matrix::{
    Matrix, NodeVector, SQUARE, WIDTH, add_bias, add_outer_products, add_product, add_rows,
    add_scaled, add_transposed_product, dot, relu, relu_gradient, vector, vector_mut, zeros,
};
use super::parameters::Shapes;
use std::ops::Range;

/// The places of the weights in the parameters.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// For each part of a node's vectors, the scorer of pooling; empty without pooling.
    scorers: Vec<Range<usize>>,
    /// A square matrix for each part of a node, and one for each part of the pooled vector.
    squares: Vec<Range<usize>>,
    bias: Range<usize>,
    output: Range<usize>,
    output_bias: Range<usize>,
}

/// The results of a forward pass that the gradient needs.
pub(super) struct HeadTrace {
    /// The share of each node in the pooled vector.
    shares: Vec<f32>,
    /// The pooled vector, part by part.
    pub pooled: Vec<NodeVector>,
    /// The parts of the nodes with outputs.
    chosen: Vec<Matrix>,
    pub(super) hidden: Matrix,
    /// The factors of dropout.
    kept: Matrix,
}

impl Head {
    /// Reserves the weights.
    pub fn new(config: &GatConfig, shapes: &mut Shapes) -> Head {
        let parts = config.jumps();
        let pooled = if config.has_pool { parts } else { 0 };
        let scorers = (0..pooled).map(|part| format!("pool.{part}"));
        let scorers = scorers
            .map(|name| shapes.weights(&name, WIDTH, parts * WIDTH))
            .collect();
        let squares = (0..parts + pooled).map(|part| format!("head.weights.{part}"));
        let inputs = (parts + pooled) * WIDTH;
        Head {
            scorers,
            squares: squares
                .map(|name| shapes.weights(&name, SQUARE, inputs))
                .collect(),
            bias: shapes.bias("head.bias", WIDTH),
            output: shapes.weights("output.weights", WIDTH, WIDTH),
            output_bias: shapes.bias("output.bias", 1),
        }
    }

    /// Computes the outputs (logits) of some nodes from the parts of all nodes.
    pub fn forward(
        &self,
        parameters: &[f32],
        parts: &[&Matrix],
        targets: &[u32],
        dropout: &mut Dropout,
    ) -> (Vec<f32>, HeadTrace) {
        let (shares, pooled) = self.pool(parameters, parts);
        let choose = |part: &&Matrix| targets.iter().map(|&node| part[node as usize]).collect();
        let chosen: Vec<Matrix> = parts.iter().map(choose).collect();
        let mut hidden = zeros(targets.len());
        for (part, square) in chosen.iter().zip(&self.squares) {
            add_product(&mut hidden, part, &parameters[square.clone()]);
        }
        let mut common = zeros(1);
        for (part, square) in pooled.iter().zip(&self.squares[parts.len()..]) {
            add_product(&mut common, &[*part], &parameters[square.clone()]);
        }
        add_scaled(&mut common[0], 1.0, vector(&parameters[self.bias.clone()]));
        add_bias(&mut hidden, &common[0]);
        relu(&mut hidden);
        let kept = dropout.apply(&mut hidden);
        let scorer = vector(&parameters[self.output.clone()]);
        let bias = parameters[self.output_bias.start];
        let outputs = hidden.iter().map(|row| dot(row, scorer) + bias).collect();
        let trace = HeadTrace {
            shares,
            pooled,
            chosen,
            hidden,
            kept,
        };
        (outputs, trace)
    }

    /// The share of each node and the weighted means; empty without pooling.
    fn pool(&self, parameters: &[f32], parts: &[&Matrix]) -> (Vec<f32>, Vec<NodeVector>) {
        if self.scorers.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let mut shares = vec![0.0; parts[0].len()];
        for (part, scorer) in parts.iter().zip(&self.scorers) {
            let scorer = vector(&parameters[scorer.clone()]);
            shares
                .iter_mut()
                .zip(*part)
                .for_each(|(share, row)| *share += dot(row, scorer));
        }
        softmax(&mut shares);
        let mean = |part: &&Matrix| {
            let mut sum = [0.0; WIDTH];
            shares
                .iter()
                .zip(*part)
                .for_each(|(&share, row)| add_scaled(&mut sum, share, row));
            sum
        };
        let pooled = parts.iter().map(mean).collect();
        (shares, pooled)
    }

    /// Adds the gradient for the weights and the parts, given the gradient for the outputs.
    pub fn backward(
        &self,
        parameters: &[f32],
        (parts, part_gradients): (&[&Matrix], &mut [Matrix]),
        targets: &[u32],
        trace: &HeadTrace,
        received: &[f32],
        gradient: &mut [f32],
    ) {
        let scorer = vector(&parameters[self.output.clone()]);
        let mut hidden = zeros(targets.len());
        for ((&received, row), own) in received.iter().zip(&mut hidden).zip(&trace.hidden) {
            add_scaled(row, received, scorer);
            add_scaled(
                vector_mut(&mut gradient[self.output.clone()]),
                received,
                own,
            );
            gradient[self.output_bias.start] += received;
        }
        Dropout::gradient(&mut hidden, &trace.kept);
        relu_gradient(&mut hidden, &trace.hidden);
        add_rows(&mut gradient[self.bias.clone()], &hidden);
        for (at, part) in trace.chosen.iter().enumerate() {
            let square = self.squares[at].clone();
            add_outer_products(&mut gradient[square.clone()], part, &hidden);
            let mut rows = zeros(targets.len());
            add_transposed_product(&mut rows, &hidden, &parameters[square]);
            for (&node, row) in targets.iter().zip(&rows) {
                add_scaled(&mut part_gradients[at][node as usize], 1.0, row);
            }
        }
        let mut common = [0.0; WIDTH];
        add_rows(&mut common, &hidden);
        self.pool_gradient(
            parameters,
            (parts, part_gradients),
            trace,
            &common,
            gradient,
        );
    }

    /// Adds the gradient of pooling; `common` is the gradient for the sum that all outputs share.
    fn pool_gradient(
        &self,
        parameters: &[f32],
        (parts, part_gradients): (&[&Matrix], &mut [Matrix]),
        trace: &HeadTrace,
        common: &NodeVector,
        gradient: &mut [f32],
    ) {
        let mut share_gradients = vec![0.0; trace.shares.len()];
        for (at, pooled) in trace.pooled.iter().enumerate() {
            let square = self.squares[parts.len() + at].clone();
            add_outer_products(&mut gradient[square.clone()], &[*pooled], &[*common]);
            let mut received = zeros(1);
            add_transposed_product(&mut received, &[*common], &parameters[square]);
            let rows = parts[at].iter().zip(&mut part_gradients[at]);
            for (((row, into), sum), &share) in rows.zip(&mut share_gradients).zip(&trace.shares) {
                *sum += dot(row, &received[0]);
                add_scaled(into, share, &received[0]);
            }
        }
        let pairs = share_gradients.iter().zip(&trace.shares);
        let mean: f32 = pairs.map(|(gradient, share)| gradient * share).sum();
        for (at, range) in self.scorers.iter().enumerate() {
            let scorer = vector(&parameters[range.clone()]);
            let sum = vector_mut(&mut gradient[range.clone()]);
            let rows = parts[at].iter().zip(&mut part_gradients[at]);
            for (((row, into), &of_share), &share) in rows.zip(&share_gradients).zip(&trace.shares)
            {
                let score = share * (of_share - mean);
                add_scaled(into, score, scorer);
                add_scaled(sum, score, row);
            }
        }
    }
}
