//! Gates under change: rows of wires that may be rewritten, and new gates behind the old ones.

use super::super::emit::{Definition, Definitions, emit};
use super::super::{Network, Wire};

/// A gate takes in the inputs of gates that only it uses up to this many in all.
const MAX_INPUTS: usize = 4096;
/// Gates with so many inputs are taken in even where others use them, as long as it makes no more inputs than this: what
/// is common is found again later, and there may be better ways to share it.
const SMALL_GATE: usize = 4;
const MAX_SMALL_INPUTS: usize = 12;

/// Where small gates that others use too are taken in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// Nowhere.
    Nothing,
    /// In the terms of ORs.
    Terms,
    /// Everywhere.
    All,
}

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
    pub fn of(network: &'a Network, opening: Opening) -> Draft<'a> {
        let nodes = 0..network.gates.len() as u32;
        let mut draft = Draft {
            network,
            inputs: nodes
                .map(|node| network.gates.inputs(node).to_vec())
                .collect(),
            uses: uses(network),
        };
        let is_opened = draft.opened(opening);
        for (node, is_opened) in is_opened.into_iter().enumerate() {
            draft.take_in(node, is_opened);
        }
        draft
    }

    /// Which gates take in small gates that others use too.
    fn opened(&self, opening: Opening) -> Vec<bool> {
        let mut opened = vec![opening == Opening::All; self.inputs.len()];
        if opening == Opening::Terms {
            let terms = self
                .inputs
                .iter()
                .flatten()
                .filter(|wire| wire.inverted() == 1);
            terms.for_each(|wire| {
                opened[wire.node() as usize] = self.uses[wire.node() as usize] == 1
            });
        }
        opened
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

    /// Replaces inputs that are gates by their inputs.
    fn take_in(&mut self, node: usize, is_opened: bool) {
        if !self.inputs[node].iter().any(|&wire| self.is_gate(wire)) {
            return;
        }
        let mut all = Vec::new();
        for wire in std::mem::take(&mut self.inputs[node]) {
            let inner = wire.node() as usize;
            let length = self.inputs[inner].len();
            let is_own = self.uses[inner] == 1 && all.len() + length <= MAX_INPUTS;
            let is_small =
                is_opened && length <= SMALL_GATE && all.len() + length <= MAX_SMALL_INPUTS;
            if self.is_gate(wire) && is_own {
                all.append(&mut self.inputs[inner]);
            } else if self.is_gate(wire) && is_small {
                all.extend_from_slice(&self.inputs[inner]);
                self.uses[inner] -= 1;
                let given = self.inputs[inner].iter();
                given.for_each(|wire| self.uses[wire.node() as usize] += 1);
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
