//! The values of all wires, and plain evaluation gate by gate.

use crate::network::{Cone, ConeSegment, Network, Wire};

/// The values of all nodes of a network.
///
/// A node is true exactly if its number here is 0. For an incrementally updated gate, the number
/// counts its false inputs. For all other nodes it is 0 or 1.
#[derive(Clone, Debug)]
pub struct WireValues {
    /// Per node, the number of false inputs.
    pub false_inputs: Vec<u32>,
}

impl WireValues {
    /// All inputs are false, and no gate is evaluated.
    pub fn new(network: &Network) -> WireValues {
        WireValues {
            false_inputs: vec![1; network.gates.len()],
        }
    }

    /// Returns true if a wire is true.
    #[inline]
    pub fn value(&self, wire: Wire) -> bool {
        (self.false_inputs[wire.node() as usize] == 0) ^ (wire.inverted() == 1)
    }

    /// Sets an input node.
    #[inline]
    pub fn set(&mut self, node: u32, value: bool) {
        self.false_inputs[node as usize] = u32::from(!value);
    }

    /// Sets the input nodes of the fluents.
    pub fn set_state(&mut self, network: &Network, words: &[u64]) {
        let fluents = network.fluents.start as usize..network.fluents.end as usize;
        for (chunk, &word) in self.false_inputs[fluents].chunks_mut(64).zip(words) {
            let slots = chunk.iter_mut().enumerate();
            slots.for_each(|(bit, false_inputs)| *false_inputs = (!word >> bit & 1) as u32);
        }
    }

    /// Evaluates a cone.
    pub fn evaluate(&mut self, network: &Network, cone: &Cone) {
        for segment in &cone.segments {
            let nodes = &cone.nodes[segment.range.clone()];
            if segment.feedback.is_empty() {
                nodes.iter().for_each(|&node| self.run_gate(network, node));
            } else {
                self.repeat(network, nodes, segment);
            }
        }
    }

    #[inline]
    fn run_gate(&mut self, network: &Network, node: u32) {
        let mut inputs = network.gates.inputs(node).iter();
        let holds = inputs.all(|&wire| self.value(wire));
        self.set(node, holds);
    }

    /// Computes the least fixpoint of a loop: everything starts false and can only become true.
    fn repeat(&mut self, network: &Network, nodes: &[u32], segment: &ConeSegment) {
        let inputs = segment.feedback.iter().map(|&(input, _)| input);
        inputs.for_each(|input| self.set(input, false));
        while self.round(network, nodes, &segment.feedback) {}
    }

    /// Evaluates a loop once; returns whether an input changed. Inputs change as soon as their
    /// drivers do. A chain of gates in topological order therefore needs one round, not one per
    /// gate.
    fn round(&mut self, network: &Network, nodes: &[u32], feedback: &[(u32, Wire)]) -> bool {
        let mut changed = false;
        let mut feedback = feedback.iter().peekable();
        let ends = nodes.iter().copied().map(Some).chain([None]);
        for node in ends {
            let is_known = |&&(_, driver): &&(u32, Wire)| node.is_none_or(|n| driver.node() < n);
            while let Some(&(input, driver)) = feedback.next_if(is_known) {
                if !self.value(Wire::of(input)) && self.value(driver) {
                    self.set(input, true);
                    changed = true;
                }
            }
            node.into_iter().for_each(|n| self.run_gate(network, n));
        }
        changed
    }

    /// Packs the values of some wires into words.
    pub fn pack(&self, wires: &[Wire], words: &mut [u64]) {
        for (chunk, word) in wires.chunks(64).zip(words) {
            let bits = (0..).zip(chunk);
            *word = bits.fold(0, |word, (bit, &wire)| {
                word | u64::from(self.value(wire)) << bit
            });
        }
    }

    /// Counts the false inputs of a gate.
    pub fn count_gate(&mut self, network: &Network, node: u32) {
        let inputs = network.gates.inputs(node).iter();
        let false_inputs = inputs.filter(|&&wire| !self.value(wire)).count();
        self.false_inputs[node as usize] = false_inputs as u32;
    }
}
