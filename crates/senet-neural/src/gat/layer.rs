//! A layer in which each node gathers the vectors of its neighbours, with its gradient.
//!
//! Every node has a value h = Σ x W over the parts x of its input. It receives Σ α h over its neighbours, plus a bias. Attention
//! computes α from the values of both ends; otherwise α is fixed, and GraphSAGE adds a product of the node's own input. The maximum
//! takes the largest number of any neighbour in place of the sum, and adds the same product.

use super::config::Gather;
use super::largest::{Largest, largest, largest_gradient};
use super::matrix::{
    Matrix, NodeVector, SQUARE, WIDTH, add_bias, add_outer_products, add_product, add_rows,
    add_scaled, add_transposed_product, dot, vector, vector_mut, zeros,
};
use super::neighbours::GraphEdges;
use super::parameters::Shapes;
use std::ops::Range;

/// The slope of attention scores below zero.
const LEAK: f32 = 0.2;

/// The places of a layer's weights in the parameters.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    gather: Gather,
    /// A square matrix for each part of the input.
    weights: Vec<Range<usize>>,
    /// Square matrices for the node's own input (GraphSAGE and the maximum).
    own: Vec<Range<usize>>,
    /// The vectors that score the source and the target of an edge (attention).
    scores: [Range<usize>; 2],
    bias: Range<usize>,
}

/// The results of a forward pass that the gradient needs.
pub(super) struct LayerTrace {
    /// The value of each node.
    values: Matrix,
    /// The scores of each node as a source and as a target (attention).
    scores: [Vec<f32>; 2],
    /// The weight of each edge; empty for the maximum.
    edge_weights: Vec<f32>,
    /// Whose number is the largest (maximum).
    largest: Largest,
}

impl Layer {
    /// Reserves weights for `parts` inputs.
    pub fn new(name: &str, gather: Gather, parts: usize, shapes: &mut Shapes) -> Layer {
        let mut squares = |what: &str, count: usize| -> Vec<Range<usize>> {
            let named = (0..count).map(|part| format!("{name}.{what}.{part}"));
            named
                .map(|name| shapes.weights(&name, SQUARE, parts * WIDTH))
                .collect()
        };
        let weights = squares("weights", parts);
        let own = squares("own", if gather.adds_own_input() { parts } else { 0 });
        let scored = if gather == Gather::Attention {
            WIDTH
        } else {
            0
        };
        let mut score = |end| shapes.weights(&format!("{name}.{end}"), scored, WIDTH);
        Layer {
            gather,
            weights,
            own,
            scores: [score("source"), score("target")],
            bias: shapes.bias(&format!("{name}.bias"), WIDTH),
        }
    }

    /// Computes the output of all nodes.
    pub fn forward(
        &self,
        parameters: &[f32],
        inputs: &[&Matrix],
        neighbours: &GraphEdges,
    ) -> (Matrix, LayerTrace) {
        let mut values = zeros(neighbours.nodes());
        for (input, weights) in inputs.iter().zip(&self.weights) {
            add_product(&mut values, input, &parameters[weights.clone()]);
        }
        let scores = match self.gather {
            Gather::Attention => self.scores.clone().map(|range| {
                let scorer = vector(&parameters[range]);
                values.iter().map(|value| dot(value, scorer)).collect()
            }),
            _ => [Vec::new(), Vec::new()],
        };
        let edge_weights = match self.gather {
            Gather::Attention => attention(&scores, neighbours),
            Gather::Largest => Vec::new(),
            fixed => neighbours.fixed_weights(fixed),
        };
        let (mut output, largest) = match self.gather {
            Gather::Largest => largest(&values, neighbours),
            _ => (
                weighted_sums(&values, neighbours, &edge_weights),
                Vec::new(),
            ),
        };
        for (input, weights) in inputs.iter().zip(&self.own) {
            add_product(&mut output, input, &parameters[weights.clone()]);
        }
        add_bias(&mut output, &parameters[self.bias.clone()]);
        let trace = LayerTrace {
            values,
            scores,
            edge_weights,
            largest,
        };
        (output, trace)
    }

    /// Adds the gradient for the weights and the inputs, given the gradient for the output.
    pub fn backward(
        &self,
        parameters: &[f32],
        (inputs, input_gradients): (&[&Matrix], &mut [&mut Matrix]),
        neighbours: &GraphEdges,
        trace: &LayerTrace,
        output_gradient: &[NodeVector],
        gradient: &mut [f32],
    ) {
        add_rows(&mut gradient[self.bias.clone()], output_gradient);
        let mut value_gradient = match self.gather {
            Gather::Attention => {
                self.attention_gradient(parameters, neighbours, trace, output_gradient, gradient)
            }
            Gather::Largest => largest_gradient(&trace.largest, output_gradient),
            _ => fixed_gradient(neighbours, trace, output_gradient),
        };
        let value_gradient = &mut value_gradient;
        for (part, input) in inputs.iter().enumerate() {
            let square = self.weights[part].clone();
            add_outer_products(&mut gradient[square.clone()], input, value_gradient);
            add_transposed_product(input_gradients[part], value_gradient, &parameters[square]);
        }
        for (part, square) in self.own.iter().enumerate() {
            add_outer_products(&mut gradient[square.clone()], inputs[part], output_gradient);
            add_transposed_product(
                input_gradients[part],
                output_gradient,
                &parameters[square.clone()],
            );
        }
    }

    /// Adds the gradient for the scorers. Returns the gradient for the values.
    fn attention_gradient(
        &self,
        parameters: &[f32],
        neighbours: &GraphEdges,
        trace: &LayerTrace,
        output_gradient: &[NodeVector],
        gradient: &mut [f32],
    ) -> Matrix {
        let mut values = zeros(neighbours.nodes());
        let mut scores = [0; 2].map(|_| vec![0.0f32; neighbours.nodes()]);
        let mut shares = Vec::new();
        for (node, received) in output_gradient.iter().enumerate() {
            let (first, sources) = neighbours.of_node(node);
            let weights = &trace.edge_weights[first..first + sources.len()];
            shares.clear();
            let mut mean = 0.0;
            for (&source, &weight) in sources.iter().zip(weights) {
                let share = dot(received, &trace.values[source as usize]);
                add_scaled(&mut values[source as usize], weight, received);
                shares.push(share);
                mean += weight * share;
            }
            for ((&source, &weight), share) in sources.iter().zip(weights).zip(&shares) {
                let sum = trace.scores[0][source as usize] + trace.scores[1][node];
                let slope = if sum > 0.0 { 1.0 } else { LEAK };
                let part = slope * weight * (share - mean);
                scores[0][source as usize] += part;
                scores[1][node] += part;
            }
        }
        for (range, scores) in self.scores.iter().zip(&scores) {
            let scorer = vector(&parameters[range.clone()]);
            let sum = vector_mut(&mut gradient[range.clone()]);
            for ((&score, value), own) in scores.iter().zip(&mut values).zip(&trace.values) {
                add_scaled(value, score, scorer);
                add_scaled(sum, score, own);
            }
        }
        values
    }
}

#[cfg(test)]
impl LayerTrace {
    /// On which side of its bend each attention score is, and whose numbers are the largest.
    pub fn sides(&self, neighbours: &GraphEdges) -> Vec<bool> {
        let [as_source, as_target] = &self.scores;
        let winners = self.largest.as_flattened().iter();
        let mut sides: Vec<bool> = winners
            .flat_map(|source| (0..u32::BITS).map(move |bit| source >> bit & 1 == 1))
            .collect();
        for (node, target) in as_target.iter().enumerate() {
            let sources = neighbours.of_node(node).1.iter();
            sides.extend(sources.map(|&source| as_source[source as usize] + target > 0.0));
        }
        sides
    }
}

/// The sum over the incoming edges of each node.
fn weighted_sums(values: &Matrix, neighbours: &GraphEdges, edge_weights: &[f32]) -> Matrix {
    let mut sums = zeros(neighbours.nodes());
    for (node, sum) in sums.iter_mut().enumerate() {
        let (first, sources) = neighbours.of_node(node);
        for (&source, &weight) in sources.iter().zip(&edge_weights[first..]) {
            add_scaled(sum, weight, &values[source as usize]);
        }
    }
    sums
}

/// The weights of edges: a softmax over the incoming edges of each node.
fn attention(scores: &[Vec<f32>; 2], neighbours: &GraphEdges) -> Vec<f32> {
    let mut weights = Vec::with_capacity(neighbours.edges());
    for node in 0..neighbours.nodes() {
        let (first, sources) = neighbours.of_node(node);
        weights.extend(sources.iter().map(|&source| {
            let sum = scores[0][source as usize] + scores[1][node];
            if sum > 0.0 { sum } else { LEAK * sum }
        }));
        softmax(&mut weights[first..]);
    }
    weights
}

/// Turns scores into positive weights with the sum 1.
pub(crate) fn softmax(scores: &mut [f32]) {
    let largest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    scores
        .iter_mut()
        .for_each(|score| *score = (*score - largest).exp());
    let sum: f32 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= sum);
}

fn fixed_gradient(
    neighbours: &GraphEdges,
    trace: &LayerTrace,
    output_gradient: &[NodeVector],
) -> Matrix {
    let mut values = zeros(neighbours.nodes());
    for (node, received) in output_gradient.iter().enumerate() {
        let (first, sources) = neighbours.of_node(node);
        for (&source, &weight) in sources.iter().zip(&trace.edge_weights[first..]) {
            add_scaled(&mut values[source as usize], weight, received);
        }
    }
    values
}
