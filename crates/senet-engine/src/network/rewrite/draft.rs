//! Gates under change: editable input lists, with new gates after the old ones.

use super::super::emit::{NodeDefinition, NodeDefinitions, emit};
use super::super::{Network, Wire};
use crate::build_limits::{BuildLimits, BuildStop};

/// A gate absorbs gates that only it uses, up to this number of inputs.
const MAX_INPUTS: usize = 4096;
/// A gate also absorbs shared gates of at most `SMALL_GATE` inputs, up to `MAX_SMALL_INPUTS` inputs
/// in total. Pair extraction finds the common parts again and may share them in a better way.
const SMALL_GATE: usize = 4;
const MAX_SMALL_INPUTS: usize = 12;

/// The gates that absorb small shared gates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flattening {
    /// No gate.
    Nothing,
    /// The terms of ORs.
    Terms,
    /// All gates.
    All,
}

/// The gates of a network, ready to be changed.
pub struct Draft<'a> {
    network: &'a Network,
    /// The inputs of each node.
    pub inputs: Vec<Vec<Wire>>,
    /// Per node, the number of gates, loops and outputs that use it.
    pub uses: Vec<u32>,
}

impl NodeDefinitions for Draft<'_> {
    fn count(&self) -> usize {
        self.inputs.len()
    }

    fn of(&self, node: u32) -> NodeDefinition<'_> {
        NodeDefinition::And(&self.inputs[node as usize])
    }
}

impl<'a> Draft<'a> {
    /// A draft of the network in which an AND absorbs ANDs that nothing else uses.
    pub fn of(
        network: &'a Network,
        flattening: Flattening,
        limits: &BuildLimits,
    ) -> Result<Draft<'a>, BuildStop> {
        limits.check()?;
        let nodes = 0..network.gates.len() as u32;
        let mut draft = Draft {
            network,
            inputs: nodes
                .map(|node| network.gates.inputs(node).to_vec())
                .collect(),
            uses: uses(network),
        };
        let is_flattened = draft.flattened(flattening);
        let mut poll = limits.poll();
        for (node, is_flattened) in is_flattened.into_iter().enumerate() {
            poll.count(1 + draft.inputs[node].len())?;
            draft.absorb_inputs(node, is_flattened);
        }
        Ok(draft)
    }

    /// Marks the gates that absorb small shared gates.
    fn flattened(&self, flattening: Flattening) -> Vec<bool> {
        let mut flattened = vec![flattening == Flattening::All; self.inputs.len()];
        if flattening == Flattening::Terms {
            let terms = self
                .inputs
                .iter()
                .flatten()
                .filter(|wire| wire.inverted() == 1);
            terms.for_each(|wire| {
                flattened[wire.node() as usize] = self.uses[wire.node() as usize] == 1
            });
        }
        flattened
    }

    /// Builds the network with the changed gates.
    pub fn finish(self, limits: &BuildLimits) -> Result<Network, BuildStop> {
        emit(self.network, &self, limits)
    }

    /// Returns true if a wire is the plain output of a gate.
    pub fn is_gate(&self, wire: Wire) -> bool {
        wire.inverted() == 0 && !self.inputs[wire.node() as usize].is_empty()
    }

    /// Adds a gate with one use. The inputs must be sorted.
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

    /// Replaces inputs that are gates by the inputs of those gates.
    fn absorb_inputs(&mut self, node: usize, is_flattened: bool) {
        if !self.inputs[node].iter().any(|&wire| self.is_gate(wire)) {
            return;
        }
        let mut all = Vec::new();
        for wire in std::mem::take(&mut self.inputs[node]) {
            let inner = wire.node() as usize;
            let length = self.inputs[inner].len();
            let is_own = self.uses[inner] == 1 && all.len() + length <= MAX_INPUTS;
            let is_small =
                is_flattened && length <= SMALL_GATE && all.len() + length <= MAX_SMALL_INPUTS;
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

/// Per node, the number of gates, loops and outputs that use it.
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
