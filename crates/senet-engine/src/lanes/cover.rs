//! From logic to what one instruction computes.
//!
//! A machine with two-input instructions takes the nodes as they are; one with look-up tables of three inputs takes several nodes
//! at once, chosen by the usual measure of area: what a table costs, shared among those that use it.

use super::allocate::Op;
use super::logic::{Logic, Node, Place};
use crate::network::Wire;

/// What one instruction can compute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instructions {
    /// AND, AND with the first operand inverted, OR, exclusive OR.
    TwoInputs,
    /// These, and any function of three inputs.
    Tables {
        /// What such a function costs, where one of two inputs costs 1.
        cost: u8,
    },
}

/// One instruction: a function of up to three nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gate {
    /// The node that it computes.
    pub out: u32,
    /// The nodes that it reads; only the first `arity` count.
    pub inputs: [u32; 3],
    /// How many nodes it reads: 2 or 3.
    pub arity: u8,
    /// Its value for each combination of inputs; the first input is the highest bit of the position.
    pub table: u8,
}

impl Gate {
    /// The nodes that it reads.
    pub fn inputs(&self) -> &[u32] {
        &self.inputs[..self.arity as usize]
    }
}

/// The operation of a gate that is one of two inputs, and whether these change places.
pub fn operation(gate: &Gate) -> Option<(Op, bool)> {
    match gate.table {
        0xC0 => Some((Op::And, false)),
        0xFC => Some((Op::Or, false)),
        0x30 => Some((Op::AndNot, true)),
        0x0C => Some((Op::AndNot, false)),
        0x3C => Some((Op::Xor, false)),
        _ => None,
    }
}

/// The truth table of a single input, by its position in the gate.
pub const INPUT_TABLE: [u8; 3] = [0xF0, 0xCC, 0xAA];

/// A value that goes to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The node.
    pub node: u32,
    /// Whether the opposite of what the instructions keep for the node is wanted.
    pub inverted: bool,
    /// Where it goes.
    pub place: Place,
}

/// One section as instructions.
#[derive(Clone, Debug)]
pub struct Covered {
    /// In an order in which they can be computed; nodes that are used together stand together.
    pub gates: Vec<Gate>,
    /// What it writes.
    pub outputs: Vec<Stored>,
    /// For a loop: what is copied to inputs.
    pub feedback: Vec<Stored>,
    /// Nodes that later sections read.
    pub exports: Vec<u32>,
    /// Whether the caller decides when it is run.
    pub starts_stage: bool,
}

/// Turns every section into instructions.
pub fn cover(logic: &Logic, instructions: Instructions) -> Vec<Covered> {
    let mut cover = Cover::new(logic, instructions);
    let mut sections: Vec<Covered> = (0..logic.parts().len())
        .rev()
        .map(|section| cover.section(section))
        .collect();
    sections.reverse();
    let flipped = cover.flipped;
    for section in &mut sections {
        for stored in section.outputs.iter_mut().chain(&mut section.feedback) {
            stored.inverted ^= flipped[stored.node as usize];
        }
        // Tables see what is kept for a node, which may be its opposite.
        if matches!(instructions, Instructions::Tables { .. }) {
            section
                .gates
                .iter_mut()
                .for_each(|gate| *gate = adjusted(*gate, &flipped));
        }
    }
    sections
}

/// The gate as a function of kept values.
fn adjusted(gate: Gate, flipped: &[bool]) -> Gate {
    let mut position_mask = 0;
    for (at, &input) in gate.inputs().iter().enumerate() {
        position_mask |= u8::from(flipped[input as usize]) << (2 - at);
    }
    let invert = flipped[gate.out as usize];
    let bits = (0..8u8).map(|at| (gate.table >> (at ^ position_mask) & 1 ^ u8::from(invert)) << at);
    Gate {
        table: bits.sum(),
        ..gate
    }
}

struct Cover<'a> {
    logic: &'a Logic,
    instructions: Instructions,
    /// The inputs that were chosen for each node.
    cuts: Vec<Cut>,
    /// Nodes whose opposite is kept.
    flipped: Vec<bool>,
    /// How far each node has come.
    state: Vec<Progress>,
    /// Nodes that a later section reads.
    exported: Vec<bool>,
    /// Those of each section.
    exports: Vec<Vec<u32>>,
}

/// What is known of a node on the way from what is needed to an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    NotNeeded,
    Needed,
    Ordered,
}

/// Up to three nodes that a node is a function of, in increasing order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cut {
    leaves: [u32; 3],
    size: u8,
}

impl Cut {
    fn of(leaf: u32) -> Cut {
        Cut {
            leaves: [leaf, 0, 0],
            size: 1,
        }
    }

    fn leaves(&self) -> &[u32] {
        &self.leaves[..self.size as usize]
    }

    /// Both together, if they are few enough.
    fn union(&self, other: &Cut) -> Option<Cut> {
        let mut merged = *self;
        for &leaf in other.leaves() {
            if merged.leaves().contains(&leaf) {
                continue;
            }
            if merged.size == 3 {
                return None;
            }
            merged.leaves[merged.size as usize] = leaf;
            merged.size += 1;
        }
        merged.leaves[..merged.size as usize].sort_unstable();
        Some(merged)
    }
}

/// How many ways to compute a node are looked at.
const CUTS: usize = 5;

impl<'a> Cover<'a> {
    fn new(logic: &'a Logic, instructions: Instructions) -> Cover<'a> {
        let count = logic.nodes().len();
        let mut cover = Cover {
            logic,
            instructions,
            cuts: vec![Cut::of(0); count],
            flipped: vec![false; count],
            state: vec![Progress::NotNeeded; count],
            exported: vec![false; count],
            exports: vec![Vec::new(); logic.parts().len()],
        };
        match instructions {
            Instructions::TwoInputs => cover.take_nodes_as_they_are(),
            Instructions::Tables { cost } => {
                cover.choose_cuts(f32::from(cost));
                cover.flip_what_is_only_wanted_inverted();
                cover.flip_what_would_need_a_table();
            }
        }
        cover
    }

    fn take_nodes_as_they_are(&mut self) {
        for (node, kind) in self.logic.nodes().iter().enumerate() {
            let Some([a, b]) = kind.operands() else {
                continue;
            };
            if let Some(cut) = Cut::of(a.node()).union(&Cut::of(b.node())) {
                self.cuts[node] = cut;
            }
            let kept = |wire: Wire| self.flipped[wire.node() as usize] ^ (wire.inverted() == 1);
            self.flipped[node] = match kind {
                // There is no NOR: an OR is kept instead.
                Node::And(..) => kept(a) && kept(b),
                _ => kept(a) ^ kept(b),
            };
        }
    }

    /// For each node the cut with the least area flow.
    fn choose_cuts(&mut self, table: f32) {
        let nodes = self.logic.nodes();
        let fan_out = self.fan_out();
        let mut flow = vec![0f32; nodes.len()];
        let mut all: Vec<Vec<Cut>> = vec![Vec::new(); nodes.len()];
        for node in 0..nodes.len() {
            let Some([a, b]) = nodes[node].operands() else {
                continue;
            };
            let section = self.logic.section_of(node as u32);
            let choices = |wire: Wire| {
                let own = Cut::of(wire.node());
                let deeper = &all[wire.node() as usize];
                let same = self.logic.section_of(wire.node()) == section;
                std::iter::once(own).chain(deeper.iter().copied().filter(move |_| same))
            };
            let mut found: Vec<(f32, Cut)> = Vec::new();
            for left in choices(a) {
                for right in choices(b) {
                    let Some(cut) = left.union(&right) else {
                        continue;
                    };
                    if found.iter().all(|(_, known)| *known != cut) {
                        let leaves = cut.leaves().iter().map(|&leaf| flow[leaf as usize]);
                        let own = if cut.size == 3 { table } else { 1.0 };
                        found.push((own + leaves.sum::<f32>(), cut));
                    }
                }
            }
            found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.size.cmp(&b.1.size)));
            found.truncate(CUTS);
            flow[node] = found[0].0 / fan_out[node].max(1) as f32;
            self.cuts[node] = found[0].1;
            all[node] = found.into_iter().map(|(_, cut)| cut).collect();
        }
    }

    fn fan_out(&self) -> Vec<u32> {
        let mut fan_out = vec![0; self.logic.nodes().len()];
        let operands = self.logic.nodes().iter().filter_map(|node| node.operands());
        for wire in operands.flatten().chain(self.logic.written()) {
            fan_out[wire.node() as usize] += 1;
        }
        fan_out
    }

    /// Saves the instruction that would invert a value just before it is written.
    fn flip_what_is_only_wanted_inverted(&mut self) {
        let mut plain = vec![false; self.flipped.len()];
        for wire in self.logic.written() {
            let node = wire.node() as usize;
            if wire.inverted() == 0 || self.logic.nodes()[node].operands().is_none() {
                plain[node] = true;
            } else {
                self.flipped[node] = true;
            }
        }
        for (flipped, plain) in self.flipped.iter_mut().zip(plain) {
            *flipped &= !plain;
        }
    }

    /// There is no instruction for NOR and the like: their opposite is kept instead, unless what is to be written is just that.
    fn flip_what_would_need_a_table(&mut self) {
        let mut written = vec![false; self.flipped.len()];
        for wire in self.logic.written() {
            written[wire.node() as usize] = true;
        }
        for (node, written) in written.into_iter().enumerate() {
            let cut = self.cuts[node];
            let is_gate = self.logic.nodes()[node].operands().is_some();
            if is_gate && cut.size == 2 && !written {
                let gate = adjusted(self.gate(node as u32, cut), &self.flipped);
                self.flipped[node] = operation(&gate).is_none();
            }
        }
    }

    fn section(&mut self, section: usize) -> Covered {
        let part = &self.logic.parts()[section];
        let stored = |wire: Wire, place: Place| Stored {
            node: wire.node(),
            inverted: wire.inverted() == 1,
            place,
        };
        let outputs: Vec<Stored> = part
            .outputs
            .iter()
            .map(|output| stored(output.wire, output.place))
            .collect();
        let feedback: Vec<Stored> = part
            .feedback
            .iter()
            .map(|&(wire, place)| stored(wire, place))
            .collect();
        let mut exports = std::mem::take(&mut self.exports[section]);
        exports.sort_unstable();
        let roots: Vec<u32> = outputs
            .iter()
            .chain(&feedback)
            .map(|stored| stored.node)
            .chain(exports.iter().copied())
            .collect();
        self.need(&roots, section);
        Covered {
            gates: self.order(&roots, section),
            outputs,
            feedback,
            exports,
            starts_stage: part.starts_stage,
        }
    }

    /// Marks what the roots need of this section and of those before it.
    fn need(&mut self, roots: &[u32], section: usize) {
        let mut open = roots.to_vec();
        while let Some(node) = open.pop() {
            let at = node as usize;
            if self.logic.nodes()[at].operands().is_none() {
                continue;
            }
            if self.logic.section_of(node) as usize != section {
                if !std::mem::replace(&mut self.exported[at], true) {
                    self.exports[self.logic.section_of(node) as usize].push(node);
                }
            } else if self.state[at] == Progress::NotNeeded {
                self.state[at] = Progress::Needed;
                open.extend(self.cuts[at].leaves());
            }
        }
    }

    /// The gates that the roots need: first those whose order is given, then depth first, so that a value is used soon after it
    /// is made.
    fn order(&mut self, roots: &[u32], section: usize) -> Vec<Gate> {
        let given = self.logic.in_order().iter();
        let first: Vec<u32> = given
            .flat_map(|nodes| self.logic.within(nodes, section as u32))
            .filter(|&node| self.state[node as usize] == Progress::Needed)
            .collect();
        let mut gates = Vec::new();
        let mut open: Vec<(u32, u8)> = Vec::new();
        for &root in first.iter().chain(roots) {
            self.open(root, section, &mut open);
            while let Some((node, next)) = open.last_mut() {
                let cut = self.cuts[*node as usize];
                match cut.leaves().get(*next as usize) {
                    Some(&leaf) => {
                        *next += 1;
                        self.open(leaf, section, &mut open);
                    }
                    None => {
                        gates.push(self.gate(*node, cut));
                        open.pop();
                    }
                }
            }
        }
        gates
    }

    fn open(&mut self, node: u32, section: usize, open: &mut Vec<(u32, u8)>) {
        let state = &mut self.state[node as usize];
        if *state == Progress::Needed && self.logic.section_of(node) as usize == section {
            *state = Progress::Ordered;
            open.push((node, 0));
        }
    }

    fn gate(&self, node: u32, cut: Cut) -> Gate {
        let table = match self.instructions {
            Instructions::Tables { .. } => self.table(node, &cut, true),
            Instructions::TwoInputs => self.two_input_table(node, &cut),
        };
        Gate {
            out: node,
            inputs: cut.leaves,
            arity: cut.size,
            table,
        }
    }

    /// The function of a node over the leaves of a cut.
    fn table(&self, node: u32, cut: &Cut, top: bool) -> u8 {
        if !top && let Some(at) = cut.leaves().iter().position(|&leaf| leaf == node) {
            return INPUT_TABLE[at];
        }
        let of = |wire: Wire| {
            let table = self.table(wire.node(), cut, false);
            if wire.inverted() == 1 { !table } else { table }
        };
        match self.logic.nodes()[node as usize] {
            Node::And(a, b) => of(a) & of(b),
            Node::Xor(a, b) => of(a) ^ of(b),
            Node::False | Node::Input(_) => 0,
        }
    }

    /// The function of kept values that gives the kept value of a node.
    fn two_input_table(&self, node: u32, cut: &Cut) -> u8 {
        let of = |wire: Wire| {
            let at = cut.leaves().iter().position(|&leaf| leaf == wire.node());
            let table = INPUT_TABLE[at.unwrap_or(0)];
            let inverted = self.flipped[wire.node() as usize] ^ (wire.inverted() == 1);
            if inverted { !table } else { table }
        };
        let value = match self.logic.nodes()[node as usize] {
            Node::And(a, b) => of(a) & of(b),
            Node::Xor(a, b) => of(a) ^ of(b),
            Node::False | Node::Input(_) => 0,
        };
        if self.flipped[node as usize] {
            !value
        } else {
            value
        }
    }
}
