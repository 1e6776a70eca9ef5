//! What every wire of a network says, and the plain way to find out: gate after gate.

use crate::network::{Network, Section, Segment, Wire};

/// The values of all nodes of a network.
///
/// A node is true exactly if its number here is 0. For a gate that is kept up to date the number says how many of its inputs are
/// false; everywhere else it is 0 or 1.
#[derive(Clone, Debug)]
pub struct Wires {
    /// Per node, how many of its inputs are false.
    pub falses: Vec<u32>,
}

impl Wires {
    /// All inputs false, and no gate evaluated.
    pub fn new(network: &Network) -> Wires {
        Wires {
            falses: vec![1; network.gates.len()],
        }
    }

    /// Whether a wire is true.
    #[inline]
    pub fn value(&self, wire: Wire) -> bool {
        (self.falses[wire.node() as usize] == 0) ^ (wire.inverted() == 1)
    }

    /// Sets an input node.
    #[inline]
    pub fn set(&mut self, node: u32, value: bool) {
        self.falses[node as usize] = u32::from(!value);
    }

    /// Sets the input nodes of the fluents.
    pub fn set_state(&mut self, network: &Network, words: &[u64]) {
        let fluents = network.fluents.start as usize..network.fluents.end as usize;
        for (chunk, &word) in self.falses[fluents].chunks_mut(64).zip(words) {
            let places = chunk.iter_mut().enumerate();
            places.for_each(|(bit, falses)| *falses = (!word >> bit & 1) as u32);
        }
    }

    /// Evaluates a section.
    pub fn evaluate(&mut self, network: &Network, section: &Section) {
        for segment in &section.segments {
            let nodes = &section.nodes[segment.range.clone()];
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

    /// The least fixpoint of a loop: everything starts out false and only ever becomes true.
    fn repeat(&mut self, network: &Network, nodes: &[u32], segment: &Segment) {
        let inputs = segment.feedback.iter().map(|&(input, _)| input);
        inputs.for_each(|input| self.set(input, false));
        while self.round(network, nodes, &segment.feedback) {}
    }

    /// Evaluates a loop once; whether an input changed. Inputs change as soon as their drivers do, so that a chain of gates
    /// in the right order needs one round and not as many as it has links.
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

    /// Writes what some wires say, bit by bit.
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
        let falses = inputs.filter(|&&wire| !self.value(wire)).count();
        self.falses[node as usize] = falses as u32;
    }
}
