//! The slow reference: evaluates logic node by node.

use super::super::logic::{Logic, LogicNode};
use super::{Lanes, Memory, ONES, ZEROS, map};
use crate::network::Wire;

/// The values of all nodes computed so far.
pub struct LogicEvaluator<'a> {
    logic: &'a Logic,
    values: Vec<Lanes>,
}

impl<'a> LogicEvaluator<'a> {
    /// No node is computed.
    pub fn new(logic: &'a Logic) -> LogicEvaluator<'a> {
        LogicEvaluator {
            logic,
            values: vec![ZEROS; logic.nodes().len()],
        }
    }

    /// Runs all sections of a stage.
    pub fn run(&mut self, stage: usize, memory: &mut Memory) {
        let mut stage_number = 0;
        for (number, section) in self.logic.sections().iter().enumerate() {
            stage_number += usize::from(number > 0 && section.starts_stage);
            if stage_number == stage {
                self.section(number, memory);
            }
        }
    }

    fn section(&mut self, number: usize, memory: &mut Memory) {
        let section = &self.logic.sections()[number];
        loop {
            self.compute(number, memory);
            let mut changed = false;
            for &(wire, address) in &section.feedback {
                let value = self.value(wire, memory);
                changed |= value != memory.get(address);
                // The nodes of this round have already read the old value.
                memory.set(address, value);
            }
            if !changed {
                break;
            }
        }
        let values: Vec<Lanes> = section
            .outputs
            .iter()
            .map(|output| self.value(output.wire, memory))
            .collect();
        for (output, value) in section.outputs.iter().zip(values) {
            memory.set(output.address, value);
        }
    }

    fn compute(&mut self, section: usize, memory: &Memory) {
        for (node, kind) in (0..).zip(self.logic.nodes()) {
            if self.logic.section_of(node) as usize != section {
                continue;
            }
            self.values[node as usize] = match *kind {
                LogicNode::False | LogicNode::Input(_) => continue,
                LogicNode::And(a, b) => {
                    map(self.value(a, memory), self.value(b, memory), |a, b| a & b)
                }
                LogicNode::Xor(a, b) => {
                    map(self.value(a, memory), self.value(b, memory), |a, b| a ^ b)
                }
            };
        }
    }

    /// The value of a wire; inputs are always read from memory.
    pub fn value(&self, wire: Wire, memory: &Memory) -> Lanes {
        let value = match self.logic.nodes()[wire.node() as usize] {
            LogicNode::False => ZEROS,
            LogicNode::Input(address) => memory.get(address),
            _ => self.values[wire.node() as usize],
        };
        match wire.inverted() {
            1 => map(value, ONES, |a, b| a ^ b),
            _ => value,
        }
    }
}
