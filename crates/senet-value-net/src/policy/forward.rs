//! The forward pass: turns states into rows of numbers, and runs the layers.

use super::net::PolicyNet;

/// The activations of all layers for some samples. Memory is kept from batch to batch.
#[derive(Clone, Debug, Default)]
pub struct Activations {
    /// The fluents on planes, or all fluents.
    pub input: Vec<f32>,
    /// The fluents beside the planes.
    pub side: Vec<f32>,
    /// The output of each layer.
    pub layers: Vec<Vec<f32>>,
    /// Memory for windows.
    pub gathered: Vec<f32>,
}

impl Activations {
    /// Runs the network on some states.
    pub fn compute(&mut self, net: &PolicyNet, states: &[&[u64]]) {
        self.read(net, states);
        self.layers.resize(net.layers.len(), Vec::new());
        let planes = net.architecture.planes();
        for at in 0..net.layers.len() {
            let (before, after) = self.layers.split_at_mut(at);
            let input = before.last().unwrap_or(&self.input);
            net.layers[at].forward(
                &net.parameters,
                input,
                &self.side,
                planes,
                &mut self.gathered,
                &mut after[0],
            );
        }
    }

    /// The outputs of the last layer.
    pub fn outputs(&self) -> &[f32] {
        self.layers.last().map_or(&[], |last| last)
    }

    /// Turns states into numbers.
    fn read(&mut self, net: &PolicyNet, states: &[&[u64]]) {
        self.input.clear();
        self.side.clear();
        self.input.resize(states.len() * net.input_size(), 0.0);
        let others = net
            .architecture
            .planes()
            .map_or(0, |planes| planes.others());
        self.side.resize(states.len() * others, 0.0);
        for (number, state) in states.iter().enumerate() {
            let input = &mut self.input[number * net.input_size()..];
            let side = &mut self.side[number * others..];
            for_each_bit(state, |bit| match net.places[bit] {
                Place::Input(at) => input[at] = 1.0,
                Place::Side(at) => side[at] = 1.0,
            });
        }
    }
}

/// Where the number of a fluent lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the input of the first layer.
    Input(usize),
    /// Beside the planes.
    Side(usize),
}

/// Calls a function with the number of each bit that is set.
fn for_each_bit(state: &[u64], mut visit: impl FnMut(usize)) {
    for (word, &bits) in state.iter().enumerate() {
        let mut rest = bits;
        while rest != 0 {
            visit(64 * word + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}
