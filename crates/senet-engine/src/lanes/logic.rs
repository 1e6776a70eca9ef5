//! Two-input logic: AND and XOR nodes with free inversion, where equal nodes are shared.
//!
//! A program is a list of sections. A node belongs to the section in which it was created. Later
//! sections may use it, earlier ones may not. A loop is a section because it runs repeatedly. A
//! stage starts a new section because the caller must supply moves first.

use crate::network::Wire;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The memory address of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Address {
    /// The array.
    pub array: Array,
    /// The index of the vector in the array.
    pub index: u32,
}

/// The arrays of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Array {
    /// Moves, masks and other data of one caller.
    Frame,
    /// The fluents of the current states.
    State,
    /// The fluents of the next states.
    Next,
}

/// The operation of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LogicNode {
    /// The constant false.
    False,
    /// A value read from memory.
    Input(Address),
    /// AND.
    And(Wire, Wire),
    /// XOR; its wires are never inverted.
    Xor(Wire, Wire),
}

/// A value that a section writes to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Output {
    /// The value.
    pub wire: Wire,
    /// The address.
    pub address: Address,
}

/// A section of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogicSection {
    /// Values written at the end. The section does not read the same addresses.
    pub outputs: Vec<Output>,
    /// For a loop, values that are copied to its inputs until none changes.
    pub feedback: Vec<(Wire, Address)>,
    /// True if the section starts a stage, which the caller runs separately.
    pub starts_stage: bool,
}

/// Nodes in topological order.
#[derive(Clone, Debug)]
pub struct Logic {
    nodes: Vec<LogicNode>,
    section_of: Vec<u32>,
    table: FxHashMap<LogicNode, u32>,
    sections: Vec<LogicSection>,
    /// Ranges of nodes to compute in creation order.
    in_order: Vec<Range<u32>>,
}

impl Default for Logic {
    fn default() -> Logic {
        Logic {
            nodes: vec![LogicNode::False],
            section_of: vec![0],
            table: FxHashMap::default(),
            sections: vec![LogicSection::default()],
            in_order: Vec::new(),
        }
    }
}

impl Logic {
    /// All nodes.
    pub fn nodes(&self) -> &[LogicNode] {
        &self.nodes
    }

    /// The section of a node.
    pub fn section_of(&self, node: u32) -> u32 {
        self.section_of[node as usize]
    }

    /// The part of a node range that belongs to a section. Nodes are created section by section.
    pub fn within(&self, nodes: &Range<u32>, section: u32) -> Range<u32> {
        let own_sections = &self.section_of[nodes.start as usize..nodes.end as usize];
        let end_of = |last: u32| own_sections.partition_point(|&own| own < last) as u32;
        nodes.start + end_of(section)..nodes.start + end_of(section + 1)
    }

    /// All wires that are written or fed back.
    pub fn written(&self) -> impl Iterator<Item = Wire> + '_ {
        self.sections.iter().flat_map(|section| {
            let outputs = section.outputs.iter().map(|output| output.wire);
            outputs.chain(section.feedback.iter().map(|&(wire, _)| wire))
        })
    }

    /// The sections, in order.
    pub fn sections(&self) -> &[LogicSection] {
        &self.sections
    }

    /// Ranges of nodes to compute in creation order.
    pub fn in_order(&self) -> &[Range<u32>] {
        &self.in_order
    }

    /// Requests creation order for the nodes from number `nodes` to the last one. By default, the
    /// program computes nodes in the order in which its outputs need them, which would scatter
    /// carefully ordered work. Nodes that no output needs are still omitted.
    pub fn keep_order_since(&mut self, nodes: usize) {
        self.in_order.push(nodes as u32..self.nodes.len() as u32);
    }

    /// Starts a new section, unless the current one is empty.
    pub fn begin_section(&mut self) {
        let last = self.sections.len() as u32 - 1;
        let section = &self.sections[last as usize];
        let has_nodes = self.section_of.last() == Some(&last) && self.nodes.len() > 1;
        if has_nodes || !section.outputs.is_empty() || !section.feedback.is_empty() {
            self.sections.push(LogicSection::default());
        }
    }

    /// Starts a new stage.
    pub fn begin_stage(&mut self) {
        self.sections.push(LogicSection {
            starts_stage: true,
            ..LogicSection::default()
        });
    }

    /// The number of the current section.
    pub fn section(&self) -> usize {
        self.sections.len() - 1
    }

    /// Writes a value to memory at the end of the current section.
    pub fn output(&mut self, wire: Wire, address: Address) {
        let section = self.section();
        self.sections[section]
            .outputs
            .push(Output { wire, address });
    }

    /// Makes the current section a loop.
    pub fn feed_back(&mut self, wire: Wire, address: Address) {
        let section = self.section();
        self.sections[section].feedback.push((wire, address));
    }

    /// The value at a memory address.
    pub fn input(&mut self, address: Address) -> Wire {
        self.node(LogicNode::Input(address))
    }

    /// The AND of two wires.
    pub fn and(&mut self, a: Wire, b: Wire) -> Wire {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (Wire::FALSE, _) => Wire::FALSE,
            (Wire::TRUE, _) => b,
            _ if a == b => a,
            _ if a == !b => Wire::FALSE,
            _ => self
                .absorb(a, b)
                .unwrap_or_else(|| self.node(LogicNode::And(a, b))),
        }
    }

    /// Simplifies an AND if one side contains the other: `a ∧ (a ∧ x)`, `a ∧ ¬(a ∧ x)` and similar
    /// cases.
    fn absorb(&mut self, a: Wire, b: Wire) -> Option<Wire> {
        let LogicNode::And(x, y) = self.nodes[b.node() as usize] else {
            return None;
        };
        let inverted = b.inverted() == 1;
        match (inverted, a) {
            (false, _) if a == x || a == y => Some(b),
            (false, _) if a == !x || a == !y => Some(Wire::FALSE),
            (true, _) if a == !x || a == !y => Some(a),
            (true, _) if a == x => Some(self.and(a, !y)),
            (true, _) if a == y => Some(self.and(a, !x)),
            _ => None,
        }
    }

    /// The OR of two wires.
    pub fn or(&mut self, a: Wire, b: Wire) -> Wire {
        !self.and(!a, !b)
    }

    /// The XOR of two wires.
    pub fn xor(&mut self, a: Wire, b: Wire) -> Wire {
        let inverted = a.inverted() != b.inverted();
        let plain = |wire: Wire| wire.invert_if(wire.inverted() == 1);
        let (a, b) = (plain(a), plain(b));
        let value = match (a.min(b), a.max(b)) {
            (Wire::FALSE, other) => other,
            (a, b) if a == b => Wire::FALSE,
            (a, b) => self.node(LogicNode::Xor(a, b)),
        };
        value.invert_if(inverted)
    }

    /// A multiplexer: `yes` if the condition is true, else `no`.
    pub fn choose(&mut self, condition: Wire, yes: Wire, no: Wire) -> Wire {
        match (yes, no) {
            _ if yes == no => yes,
            (Wire::FALSE, _) => self.and(!condition, no),
            (Wire::TRUE, _) => self.or(condition, no),
            (_, Wire::FALSE) => self.and(condition, yes),
            (_, Wire::TRUE) => self.or(!condition, yes),
            _ => {
                let differ = self.xor(yes, no);
                let changed = self.and(condition, differ);
                self.xor(no, changed)
            }
        }
    }

    fn node(&mut self, node: LogicNode) -> Wire {
        if let Some(&known) = self.table.get(&node) {
            return Wire::of(known);
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.section_of.push(self.sections.len() as u32 - 1);
        self.table.insert(node, number);
        Wire::of(number)
    }
}

impl LogicNode {
    /// The operands of a gate.
    pub fn operands(self) -> Option<[Wire; 2]> {
        match self {
            LogicNode::And(a, b) | LogicNode::Xor(a, b) => Some([a, b]),
            LogicNode::False | LogicNode::Input(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(logic: &mut Logic, index: u32) -> Wire {
        let array = Array::Frame;
        logic.input(Address { array, index })
    }

    #[test]
    fn folds_constants_and_absorbs_operands() {
        let mut logic = Logic::default();
        let (a, b) = (input(&mut logic, 0), input(&mut logic, 1));
        let both = logic.and(a, b);
        let count = logic.nodes().len();
        assert_eq!(logic.and(a, both), both);
        assert_eq!(logic.and(!a, both), Wire::FALSE);
        assert_eq!(logic.and(!a, !both), !a);
        assert_eq!(logic.xor(a, a), Wire::FALSE);
        assert_eq!(logic.xor(a, !a), Wire::TRUE);
        assert_eq!(logic.xor(Wire::TRUE, b), !b);
        assert_eq!(logic.choose(a, b, b), b);
        assert_eq!(logic.choose(a, b, Wire::FALSE), both);
        assert_eq!(logic.nodes().len(), count);
    }

    #[test]
    fn moves_inversion_out_of_xor() {
        let mut logic = Logic::default();
        let (a, b) = (input(&mut logic, 0), input(&mut logic, 1));
        let differ = logic.xor(a, b);
        assert_eq!(logic.xor(!a, b), !differ);
        assert_eq!(logic.xor(!a, !b), differ);
    }
}
