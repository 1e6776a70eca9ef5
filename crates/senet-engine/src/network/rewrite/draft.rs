//! Gates under change: rows of wires that may be rewritten, and new gates behind the old ones.

use super::super::emit::{Definition, Definitions, emit};
use super::super::{Network, Wire};

/// A gate takes in the inputs of gates that only it uses up to this many in all.
const MAX_INPUTS: usize = 4096;

/// The gates of a network, ready to be changed.
pub struct Draft<'a> {
    network: &'a Network,
    /// The inputs of each node.
    pub inputs: Vec<Vec<Wire>>,
    /// How many gates, loops and answers use a node.
    pub uses: Vec<u32>,
}

impl Definitions for Draft<'_> {
    fn count(&self) -> usize {
        self.inputs.len()
    }

    fn of(&self, node: u32) -> Definition<'_> {
        Definition::And(&self.inputs[node as usize])
    }
}

impl<'a> Draft<'a> {
    /// The network as it is, except that ANDs of ANDs that nothing else uses are one.
    pub fn of(network: &'a Network) -> Draft<'a> {
        let nodes = 0..network.gates.len() as u32;
        let mut draft = Draft {
            network,
            inputs: nodes
                .map(|node| network.gates.inputs(node).to_vec())
                .collect(),
            uses: uses(network),
        };
        (0..draft.inputs.len()).for_each(|node| draft.take_in(node));
        draft
    }

    /// The network with the changed gates.
    pub fn finish(self) -> Network {
        emit(self.network, &self)
    }

    /// Whether a wire is the plain output of a gate.
    pub fn is_gate(&self, wire: Wire) -> bool {
        wire.inverted() == 0 && !self.inputs[wire.node() as usize].is_empty()
    }

    /// Adds a gate that is used once; its wires must be sorted.
    pub fn add(&mut self, inputs: Vec<Wire>) -> Wire {
        match inputs[..] {
            [] => Wire::TRUE,
            [only] => only,
            _ => {
                self.inputs.push(inputs);
                self.uses.push(1);
                Wire::of(self.inputs.len() as u32 - 1)
            }
        }
    }

    /// Replaces the inputs that are gates and used only here by their inputs.
    fn take_in(&mut self, node: usize) {
        let is_own = |w: &Wire| self.is_gate(*w) && self.uses[w.node() as usize] == 1;
        if !self.inputs[node].iter().any(is_own) {
            return;
        }
        let mut all = Vec::new();
        for wire in std::mem::take(&mut self.inputs[node]) {
            let own = &self.inputs[wire.node() as usize];
            let fits = all.len() + own.len() <= MAX_INPUTS;
            if self.is_gate(wire) && self.uses[wire.node() as usize] == 1 && fits {
                all.append(&mut self.inputs[wire.node() as usize]);
            } else {
                all.push(wire);
            }
        }
        all.sort_unstable();
        all.dedup();
        self.inputs[node] = all;
    }
}

/// How many gates, loops and answers use each node.
pub fn uses(network: &Network) -> Vec<u32> {
    let mut uses = vec![0; network.gates.len()];
    let nodes = 0..network.gates.len() as u32;
    let inputs = nodes.flat_map(|node| network.gates.inputs(node));
    let drivers = network.loops.iter().flat_map(|part| &part.feedback);
    let wires = inputs.copied().chain(network.outputs());
    let wires = wires.chain(drivers.map(|feedback| feedback.1));
    wires.for_each(|wire| uses[wire.node() as usize] += 1);
    uses
}
