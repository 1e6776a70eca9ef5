//! Two-input logic, as a machine computes it: AND and exclusive OR with free inversion, equal nodes kept once.
//!
//! A program is a row of sections. A node belongs to the section in which it was made; a later section may use it, an earlier one
//! cannot. Sections exist since some parts run again and again until nothing changes (loops) and since others wait for a
//! decision from outside (the moves).

use crate::network::Wire;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Where a value lives in memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Which array.
    pub array: Array,
    /// Which of its vectors.
    pub index: u32,
}

/// The arrays that a program works on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Array {
    /// Moves, masks, and whatever else belongs to one caller.
    Frame,
    /// The fluents of the present states.
    State,
    /// The fluents of the next states.
    Next,
}

/// What a node computes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// Always false.
    False,
    /// Read from memory.
    Input(Place),
    /// Both hold.
    And(Wire, Wire),
    /// Exactly one holds; its wires are never inverted.
    Xor(Wire, Wire),
}

/// A value that a section leaves in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Output {
    /// The value.
    pub wire: Wire,
    /// Where it goes.
    pub place: Place,
}

/// A part of the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Part {
    /// What it writes when it is done. A place that is written is not read by the same section.
    pub outputs: Vec<Output>,
    /// For a loop: values that are copied to the inputs that stand for them, until all are equal.
    pub feedback: Vec<(Wire, Place)>,
    /// Whether the caller decides when it is run.
    pub starts_stage: bool,
}

/// A graph of nodes, those that others need before them.
#[derive(Clone, Debug)]
pub struct Logic {
    nodes: Vec<Node>,
    section_of: Vec<u32>,
    table: FxHashMap<Node, u32>,
    parts: Vec<Part>,
    /// Nodes that are to be computed in the order in which they were made.
    in_order: Vec<Range<u32>>,
}

impl Default for Logic {
    fn default() -> Logic {
        Logic {
            nodes: vec![Node::False],
            section_of: vec![0],
            table: FxHashMap::default(),
            parts: vec![Part::default()],
            in_order: Vec::new(),
        }
    }
}

impl Logic {
    /// All nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The section of a node.
    pub fn section_of(&self, node: u32) -> u32 {
        self.section_of[node as usize]
    }

    /// Those of some nodes that belong to a section. Nodes are made section by section.
    pub fn within(&self, nodes: &Range<u32>, section: u32) -> Range<u32> {
        let sections = &self.section_of[nodes.start as usize..nodes.end as usize];
        let end_of = |last: u32| sections.partition_point(|&own| own < last) as u32;
        nodes.start + end_of(section)..nodes.start + end_of(section + 1)
    }

    /// Every value that is written or fed back.
    pub fn written(&self) -> impl Iterator<Item = Wire> + '_ {
        self.parts.iter().flat_map(|part| {
            let outputs = part.outputs.iter().map(|output| output.wire);
            outputs.chain(part.feedback.iter().map(|&(wire, _)| wire))
        })
    }

    /// The sections in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Nodes that are to be computed in the order in which they were made.
    pub fn in_order(&self) -> &[Range<u32>] {
        &self.in_order
    }

    /// What was made since there were so many nodes is also computed in that order, as far as it is needed. Otherwise a program
    /// goes by what it writes, which scatters work whose order was chosen with care.
    pub fn keep_order_since(&mut self, nodes: usize) {
        self.in_order.push(nodes as u32..self.nodes.len() as u32);
    }

    /// From here on nodes belong to a new section, unless the present one is still empty.
    pub fn begin_section(&mut self) {
        let last = self.parts.len() as u32 - 1;
        let part = &self.parts[last as usize];
        let has_nodes = self.section_of.last() == Some(&last) && self.nodes.len() > 1;
        if has_nodes || !part.outputs.is_empty() || !part.feedback.is_empty() {
            self.parts.push(Part::default());
        }
    }

    /// From here on nodes belong to a part of the program that is called by itself.
    pub fn begin_stage(&mut self) {
        self.parts.push(Part {
            starts_stage: true,
            ..Part::default()
        });
    }

    /// The number of the present section.
    pub fn section(&self) -> usize {
        self.parts.len() - 1
    }

    /// Writes a value to memory at the end of the present section.
    pub fn output(&mut self, wire: Wire, place: Place) {
        let section = self.section();
        self.parts[section].outputs.push(Output { wire, place });
    }

    /// Makes the present section a loop.
    pub fn feed_back(&mut self, wire: Wire, place: Place) {
        let section = self.section();
        self.parts[section].feedback.push((wire, place));
    }

    /// The value at a place in memory.
    pub fn input(&mut self, place: Place) -> Wire {
        self.node(Node::Input(place))
    }

    /// Whether both hold.
    pub fn and(&mut self, a: Wire, b: Wire) -> Wire {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (Wire::FALSE, _) => Wire::FALSE,
            (Wire::TRUE, _) => b,
            _ if a == b => a,
            _ if a == !b => Wire::FALSE,
            _ => self
                .absorb(a, b)
                .unwrap_or_else(|| self.node(Node::And(a, b))),
        }
    }

    /// What a conjunction comes to if one side is made of the other: a ∧ (a ∧ x), a ∧ ¬(a ∧ x) and the like.
    fn absorb(&mut self, a: Wire, b: Wire) -> Option<Wire> {
        let Node::And(x, y) = self.nodes[b.node() as usize] else {
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

    /// Whether at least one holds.
    pub fn or(&mut self, a: Wire, b: Wire) -> Wire {
        !self.and(!a, !b)
    }

    /// Whether exactly one holds.
    pub fn xor(&mut self, a: Wire, b: Wire) -> Wire {
        let inverted = a.inverted() != b.inverted();
        let plain = |wire: Wire| wire.invert_if(wire.inverted() == 1);
        let (a, b) = (plain(a), plain(b));
        let value = match (a.min(b), a.max(b)) {
            (Wire::FALSE, other) => other,
            (a, b) if a == b => Wire::FALSE,
            (a, b) => self.node(Node::Xor(a, b)),
        };
        value.invert_if(inverted)
    }

    /// The first value where the condition holds, else the second.
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

    fn node(&mut self, node: Node) -> Wire {
        if let Some(&known) = self.table.get(&node) {
            return Wire::of(known);
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.section_of.push(self.parts.len() as u32 - 1);
        self.table.insert(node, number);
        Wire::of(number)
    }
}

impl Node {
    /// The nodes that it is made of.
    pub fn operands(self) -> Option<[Wire; 2]> {
        match self {
            Node::And(a, b) | Node::Xor(a, b) => Some([a, b]),
            Node::False | Node::Input(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(logic: &mut Logic, index: u32) -> Wire {
        let array = Array::Frame;
        logic.input(Place { array, index })
    }

    #[test]
    fn simple_cases_need_no_node() {
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
    fn inversion_moves_to_the_outside_of_exclusive_or() {
        let mut logic = Logic::default();
        let (a, b) = (input(&mut logic, 0), input(&mut logic, 1));
        let differ = logic.xor(a, b);
        assert_eq!(logic.xor(!a, b), !differ);
        assert_eq!(logic.xor(!a, !b), differ);
    }
}
