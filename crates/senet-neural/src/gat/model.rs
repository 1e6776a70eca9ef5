//! The whole network: input layers, blocks and head, forward and backward for one state.

use super::block::{Block, BlockTrace};
use super::config::GatConfig;
use super::dropout::Dropout;
use super::head::{Head, HeadTrace};
use super::irg::FEATURES;
use super::matrix::{
    Matrix, NodeVector, SQUARE, WIDTH, add_bias, add_outer_products, add_product, add_rows,
    add_transposed_product, relu, relu_gradient, zeros,
};
use super::neighbours::GraphEdges;
use super::parameters::Shapes;
use std::ops::Range;

/// The network without numbers: the places of all weights in the parameters.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub config: GatConfig,
    pub shapes: Shapes,
    /// Weights and biases of the input layers.
    input: Vec<(Range<usize>, Range<usize>)>,
    blocks: Vec<Block>,
    head: Head,
}

/// The results of a forward pass that the gradient needs.
pub(crate) struct Trace {
    /// The features and the outputs of the input layers.
    input: Vec<Matrix>,
    /// The factors of dropout behind the input layers.
    kept: Vec<Matrix>,
    /// The input of the first block and the output of every block.
    stages: Vec<Matrix>,
    blocks: Vec<BlockTrace>,
    head: HeadTrace,
}

impl Model {
    /// Reserves the weights of a network.
    pub fn new(config: &GatConfig) -> Model {
        let mut shapes = Shapes::default();
        let layers = if config.has_input_layers { 2 } else { 0 };
        let input = (0..layers).map(|number| {
            let width = if number == 0 { FEATURES } else { WIDTH };
            let weights = shapes.weights(&format!("input.{number}.weights"), SQUARE, width);
            (weights, shapes.bias(&format!("input.{number}.bias"), WIDTH))
        });
        let input = input.collect();
        let blocks = (0..config.blocks)
            .map(|number| Block::new(&format!("block.{number}"), config, &mut shapes));
        Model {
            input,
            blocks: blocks.collect(),
            head: Head::new(config, &mut shapes),
            config: config.clone(),
            shapes,
        }
    }

    /// The number of weights, as in the file.
    pub fn parameters(&self) -> usize {
        self.shapes.size()
    }

    /// Computes the outputs of the targets.
    pub fn forward(
        &self,
        parameters: &[f32],
        edges: &[GraphEdges],
        features: Matrix,
        targets: &[u32],
        dropout: &mut Dropout,
    ) -> (Vec<f32>, Trace) {
        let (mut input, mut kept) = (vec![features], Vec::new());
        for (weights, bias) in &self.input {
            let before = input.last().expect("the features come first");
            let mut rows = zeros(before.len());
            add_product(&mut rows, before, &parameters[weights.clone()]);
            add_bias(&mut rows, &parameters[bias.clone()]);
            relu(&mut rows);
            kept.push(dropout.apply(&mut rows));
            input.push(rows);
        }
        let mut stages = vec![input.last().expect("the features come first").clone()];
        let mut blocks = Vec::new();
        for block in &self.blocks {
            let before = stages.last().expect("the input comes first");
            let (output, trace) = block.forward(parameters, before, edges);
            stages.push(output);
            blocks.push(trace);
        }
        let (outputs, head) = self
            .head
            .forward(parameters, &self.seen(&stages), targets, dropout);
        let trace = Trace {
            input,
            kept,
            stages,
            blocks,
            head,
        };
        (outputs, trace)
    }

    /// The stages that the head sees.
    fn seen<'s>(&self, stages: &'s [Matrix]) -> Vec<&'s Matrix> {
        stages
            .iter()
            .skip(stages.len() - self.config.jumps())
            .collect()
    }

    /// Adds the gradient for all weights, given the gradient for the outputs.
    pub fn backward(
        &self,
        parameters: &[f32],
        edges: &[GraphEdges],
        targets: &[u32],
        trace: &Trace,
        received: &[f32],
        gradient: &mut [f32],
    ) {
        let nodes = trace.stages[0].len();
        let mut gradients: Vec<Matrix> = trace.stages.iter().map(|_| zeros(nodes)).collect();
        let first = gradients.len() - self.config.jumps();
        let parts = self.seen(&trace.stages);
        self.head.backward(
            parameters,
            (&parts, &mut gradients[first..]),
            targets,
            &trace.head,
            received,
            gradient,
        );
        for (at, block) in self.blocks.iter().enumerate().rev() {
            let received = gradients.pop().expect("one for each stage");
            let into = gradients
                .last_mut()
                .expect("the first stage is no block's output");
            block.backward(
                parameters,
                (&trace.stages[at], into),
                edges,
                &trace.blocks[at],
                received,
                gradient,
            );
        }
        let mut received = gradients.pop().expect("that of the first stage");
        for (at, (weights, bias)) in self.input.iter().enumerate().rev() {
            Dropout::gradient(&mut received, &trace.kept[at]);
            relu_gradient(&mut received, &trace.input[at + 1]);
            add_rows(&mut gradient[bias.clone()], &received);
            add_outer_products(&mut gradient[weights.clone()], &trace.input[at], &received);
            let mut before = zeros(nodes);
            add_transposed_product(&mut before, &received, &parameters[weights.clone()]);
            received = before;
        }
    }
}

impl Trace {
    /// The pooled vectors of the graph, part by part.
    pub fn pooled(&self) -> &[NodeVector] {
        &self.head.pooled
    }
}

#[cfg(test)]
impl Trace {
    /// On which side of its bend each activation is.
    pub fn sides(&self, edges: &[GraphEdges]) -> Vec<bool> {
        let relus = self.input.iter().skip(1).chain([&self.head.hidden]);
        let mut sides: Vec<bool> = relus
            .flat_map(|matrix| super::matrix::sides(matrix))
            .collect();
        sides.extend(self.blocks.iter().flat_map(|block| block.sides(edges)));
        sides
    }
}
