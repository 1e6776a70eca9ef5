//! The slow truth: logic as it stands.

use super::super::logic::{Logic, Node};
use super::{Lanes, Memory, ONES, ZEROS, map};
use crate::network::Wire;

/// The values of all nodes that were computed so far.
pub struct Direct<'a> {
    logic: &'a Logic,
    values: Vec<Lanes>,
}

impl<'a> Direct<'a> {
    /// Nothing is computed yet.
    pub fn new(logic: &'a Logic) -> Direct<'a> {
        Direct {
            logic,
            values: vec![ZEROS; logic.nodes().len()],
        }
    }

    /// Runs all sections of a stage.
    pub fn run(&mut self, stage: usize, memory: &mut Memory) {
        let mut number = 0;
        for (section, part) in self.logic.parts().iter().enumerate() {
            number += usize::from(section > 0 && part.starts_stage);
            if number == stage {
                self.section(section, memory);
            }
        }
    }

    fn section(&mut self, section: usize, memory: &mut Memory) {
        let part = &self.logic.parts()[section];
        loop {
            self.compute(section, memory);
            let mut changed = false;
            for &(wire, place) in &part.feedback {
                let value = self.value(wire, memory);
                changed |= value != memory.get(place);
                // Nodes of this round have seen the old value, as they should.
                memory.set(place, value);
            }
            if !changed {
                break;
            }
        }
        let values: Vec<Lanes> = part
            .outputs
            .iter()
            .map(|output| self.value(output.wire, memory))
            .collect();
        for (output, value) in part.outputs.iter().zip(values) {
            memory.set(output.place, value);
        }
    }

    fn compute(&mut self, section: usize, memory: &Memory) {
        for (node, kind) in (0..).zip(self.logic.nodes()) {
            if self.logic.section_of(node) as usize != section {
                continue;
            }
            self.values[node as usize] = match *kind {
                Node::False | Node::Input(_) => continue,
                Node::And(a, b) => map(self.value(a, memory), self.value(b, memory), |a, b| a & b),
                Node::Xor(a, b) => map(self.value(a, memory), self.value(b, memory), |a, b| a ^ b),
            };
        }
    }

    /// The value of a wire; inputs are read from memory whenever they are needed.
    pub fn value(&self, wire: Wire, memory: &Memory) -> Lanes {
        let value = match self.logic.nodes()[wire.node() as usize] {
            Node::False => ZEROS,
            Node::Input(place) => memory.get(place),
            _ => self.values[wire.node() as usize],
        };
        match wire.inverted() {
            1 => map(value, ONES, |a, b| a ^ b),
            _ => value,
        }
    }
}
