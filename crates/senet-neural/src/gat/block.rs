//! A block: two pairs of layers, one layer for each direction of the edges, and a skip connection.
//!
//! x → relu(layers) → layers → one dense layer over their outputs and x → PairNorm → relu.

use super::config::GatConfig;
use super::layer::{Layer, LayerTrace};
use super::matrix::{
    Matrix, SQUARE, WIDTH, add_bias, add_outer_products, add_product, add_rows,
    add_transposed_product, relu, relu_gradient, zeros,
};
use super::neighbours::GraphEdges;
use super::pair_norm::{pair_norm, pair_norm_gradient};
use super::parameters::Shapes;
use std::ops::Range;

/// The places of a block's weights in the parameters.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The layers of the first and of the second pair.
    pairs: [Vec<Layer>; 2],
    /// A square matrix for each output of the second pair, and one for the input.
    merge: Vec<Range<usize>>,
    bias: Range<usize>,
}

/// The results of a forward pass that the gradient needs.
pub(super) struct BlockTrace {
    outputs: [Vec<Matrix>; 2],
    layers: [Vec<LayerTrace>; 2],
    normalised: Matrix,
    factor: f32,
}

impl Block {
    /// Reserves the weights.
    pub fn new(name: &str, config: &GatConfig, shapes: &mut Shapes) -> Block {
        let directions = config.directions();
        let mut pair = |number: usize, parts: usize| -> Vec<Layer> {
            let names = ["forward", "backward"].into_iter().take(directions);
            let named = names.map(|direction| format!("{name}.{number}.{direction}"));
            named
                .map(|name| Layer::new(&name, config.gather, parts, shapes))
                .collect()
        };
        let pairs = [pair(1, 1), pair(2, directions)];
        let parts = directions + 1;
        let named = (0..parts).map(|part| format!("{name}.merge.{part}"));
        Block {
            pairs,
            merge: named
                .map(|name| shapes.weights(&name, SQUARE, parts * WIDTH))
                .collect(),
            bias: shapes.bias(&format!("{name}.merge.bias"), WIDTH),
        }
    }

    /// Computes the output of all nodes.
    pub fn forward(
        &self,
        parameters: &[f32],
        input: &Matrix,
        edges: &[GraphEdges],
    ) -> (Matrix, BlockTrace) {
        let run = |pair: &[Layer], inputs: &[&Matrix]| -> (Vec<Matrix>, Vec<LayerTrace>) {
            let layers = pair.iter().zip(edges);
            layers
                .map(|(layer, edges)| layer.forward(parameters, inputs, edges))
                .unzip()
        };
        let (mut first, first_traces) = run(&self.pairs[0], &[input]);
        first.iter_mut().for_each(|matrix| relu(matrix));
        let (second, second_traces) = run(&self.pairs[1], &first.iter().collect::<Vec<_>>());
        let mut output = zeros(input.len());
        for (part, square) in second.iter().chain([input]).zip(&self.merge) {
            add_product(&mut output, part, &parameters[square.clone()]);
        }
        add_bias(&mut output, &parameters[self.bias.clone()]);
        let factor = pair_norm(&mut output);
        let normalised = output.clone();
        relu(&mut output);
        let trace = BlockTrace {
            outputs: [first, second],
            layers: [first_traces, second_traces],
            normalised,
            factor,
        };
        (output, trace)
    }

    /// Adds the gradient for the weights and the input. `received` is the gradient for the output and is used up.
    pub fn backward(
        &self,
        parameters: &[f32],
        (input, input_gradient): (&Matrix, &mut Matrix),
        edges: &[GraphEdges],
        trace: &BlockTrace,
        mut received: Matrix,
        gradient: &mut [f32],
    ) {
        // Where the normalised number is positive, the output of relu is, too.
        relu_gradient(&mut received, &trace.normalised);
        pair_norm_gradient(&mut received, &trace.normalised, trace.factor);
        add_rows(&mut gradient[self.bias.clone()], &received);
        let [first, second] = &trace.outputs;
        let mut second_gradients: Vec<Matrix> =
            second.iter().map(|part| zeros(part.len())).collect();
        let parts = second.iter().chain([input]).zip(&self.merge);
        let gradients = second_gradients.iter_mut().chain([&mut *input_gradient]);
        for ((part, square), part_gradient) in parts.zip(gradients) {
            add_outer_products(&mut gradient[square.clone()], part, &received);
            add_transposed_product(part_gradient, &received, &parameters[square.clone()]);
        }
        let mut first_gradients: Vec<Matrix> = first.iter().map(|part| zeros(part.len())).collect();
        let mut run =
            |pair: usize, inputs: &[&Matrix], into: &mut [&mut Matrix], received: &[Matrix]| {
                for (at, layer) in self.pairs[pair].iter().enumerate() {
                    let trace = &trace.layers[pair][at];
                    layer.backward(
                        parameters,
                        (inputs, into),
                        &edges[at],
                        trace,
                        &received[at],
                        gradient,
                    );
                }
            };
        let inputs: Vec<&Matrix> = first.iter().collect();
        run(
            1,
            &inputs,
            &mut first_gradients.iter_mut().collect::<Vec<_>>(),
            &second_gradients,
        );
        for (gradient, output) in first_gradients.iter_mut().zip(first) {
            relu_gradient(gradient, output);
        }
        run(0, &[input], &mut [input_gradient], &first_gradients);
    }
}

#[cfg(test)]
impl BlockTrace {
    /// On which side of its bend each activation is.
    pub fn sides(&self, edges: &[GraphEdges]) -> Vec<bool> {
        let first = self.outputs[0].iter();
        let relus = first.chain([&self.normalised]);
        let mut sides: Vec<bool> = relus
            .flat_map(|matrix| super::matrix::sides(matrix))
            .collect();
        for (layer, edges) in self.layers.iter().flat_map(|pair| pair.iter().zip(edges)) {
            sides.extend(layer.sides(edges));
        }
        sides
    }
}
