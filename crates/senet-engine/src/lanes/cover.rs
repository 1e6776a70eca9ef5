//! Technology mapping: covers the logic with instructions.
//!
//! With two-input instructions, each node becomes one instruction. With three-input truth tables
//! (LUTs), an instruction covers several nodes. The mapper chooses cuts by area flow: the cost of a
//! table divided among its users.

use super::allocate::LogicOp;
use super::logic::{Address, Logic, LogicNode};
use crate::build_limits::{BuildLimits, BuildStop, Poll};
use crate::network::Wire;

/// The instructions that a machine has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstructionSet {
    /// AND, AND with inverted first operand, OR and XOR.
    TwoInputs,
    /// The two-input operations, and any function of three inputs.
    Tables {
        /// The cost of a three-input function, where a two-input one costs 1.
        cost: u8,
    },
}

/// One instruction: a function of up to three nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LutGate {
    /// The node that the instruction computes.
    pub out: u32,
    /// The nodes that the instruction reads; only the first `arity` are used.
    pub inputs: [u32; 3],
    /// The number of inputs: 2 or 3.
    pub arity: u8,
    /// The truth table; the first input is the highest bit of the index.
    pub table: u8,
}

impl LutGate {
    /// The nodes that the instruction reads.
    pub fn inputs(&self) -> &[u32] {
        &self.inputs[..self.arity as usize]
    }
}

/// The operation of a two-input gate, and whether its inputs are swapped.
pub fn operation(gate: &LutGate) -> Option<(LogicOp, bool)> {
    match gate.table {
        0xC0 => Some((LogicOp::And, false)),
        0xFC => Some((LogicOp::Or, false)),
        0x30 => Some((LogicOp::AndNot, true)),
        0x0C => Some((LogicOp::AndNot, false)),
        0x3C => Some((LogicOp::Xor, false)),
        _ => None,
    }
}

/// The truth table of a single input, by its position in the gate.
pub const INPUT_TABLE: [u8; 3] = [0xF0, 0xCC, 0xAA];

/// A value that is stored in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredValue {
    /// The node.
    pub node: u32,
    /// True to store the complement of the value that the instructions compute for the node.
    pub inverted: bool,
    /// The address.
    pub address: Address,
}

/// A section as instructions.
#[derive(Clone, Debug)]
pub struct CoveredSection {
    /// The instructions, in topological order. Uses follow definitions closely.
    pub gates: Vec<LutGate>,
    /// The values that the section stores.
    pub outputs: Vec<StoredValue>,
    /// For a loop, the values copied to its inputs.
    pub feedback: Vec<StoredValue>,
    /// The nodes that later sections read.
    pub exports: Vec<u32>,
    /// True if the section starts a stage, which the caller runs separately.
    pub starts_stage: bool,
}

/// Covers all sections with instructions.
pub fn cover(
    logic: &Logic,
    instructions: InstructionSet,
    limits: &BuildLimits,
) -> Result<Vec<CoveredSection>, BuildStop> {
    let mut poll = limits.poll();
    let mut cover = Cover::new(logic, instructions, &mut poll)?;
    let mut sections = Vec::with_capacity(logic.sections().len());
    for section in (0..logic.sections().len()).rev() {
        sections.push(cover.section(section, &mut poll)?);
    }
    sections.reverse();
    let complemented = cover.complemented;
    for section in &mut sections {
        for stored in section.outputs.iter_mut().chain(&mut section.feedback) {
            stored.inverted ^= complemented[stored.node as usize];
        }
        // Tables read computed values, which may be complements of their nodes.
        if matches!(instructions, InstructionSet::Tables { .. }) {
            section
                .gates
                .iter_mut()
                .for_each(|gate| *gate = over_computed_values(*gate, &complemented));
        }
    }
    Ok(sections)
}

/// The gate as a function of computed values.
fn over_computed_values(gate: LutGate, complemented: &[bool]) -> LutGate {
    let mut position_mask = 0;
    for (at, &input) in gate.inputs().iter().enumerate() {
        position_mask |= u8::from(complemented[input as usize]) << (2 - at);
    }
    let invert = complemented[gate.out as usize];
    let bits = (0..8u8).map(|at| (gate.table >> (at ^ position_mask) & 1 ^ u8::from(invert)) << at);
    LutGate {
        table: bits.sum(),
        ..gate
    }
}

struct Cover<'a> {
    logic: &'a Logic,
    instructions: InstructionSet,
    /// The cut chosen for each node.
    cuts: Vec<Cut>,
    /// Nodes for which the complement is computed.
    complemented: Vec<bool>,
    /// The scheduling state of each node.
    state: Vec<Progress>,
    /// Nodes that a later section reads.
    exported: Vec<bool>,
    /// The exported nodes of each section.
    exports: Vec<Vec<u32>>,
}

/// The scheduling state of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    NotNeeded,
    Needed,
    Ordered,
}

/// Up to three nodes that determine a node, in increasing order.
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

    /// The union of two cuts, if it has at most three leaves.
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

/// Maximum number of cuts stored per node.
const MAX_CUTS: usize = 5;

impl<'a> Cover<'a> {
    fn new(
        logic: &'a Logic,
        instructions: InstructionSet,
        poll: &mut Poll,
    ) -> Result<Cover<'a>, BuildStop> {
        let count = logic.nodes().len();
        let mut cover = Cover {
            logic,
            instructions,
            cuts: vec![Cut::of(0); count],
            complemented: vec![false; count],
            state: vec![Progress::NotNeeded; count],
            exported: vec![false; count],
            exports: vec![Vec::new(); logic.sections().len()],
        };
        match instructions {
            InstructionSet::TwoInputs => cover.use_node_operands(),
            InstructionSet::Tables { cost } => {
                cover.choose_cuts(f32::from(cost), poll)?;
                cover.complement_values_stored_inverted();
                cover.complement_unsupported_functions();
            }
        }
        Ok(cover)
    }

    fn use_node_operands(&mut self) {
        for (node, kind) in self.logic.nodes().iter().enumerate() {
            let Some([a, b]) = kind.operands() else {
                continue;
            };
            if let Some(cut) = Cut::of(a.node()).union(&Cut::of(b.node())) {
                self.cuts[node] = cut;
            }
            let kept =
                |wire: Wire| self.complemented[wire.node() as usize] ^ (wire.inverted() == 1);
            self.complemented[node] = match kind {
                // There is no NOR instruction: compute the OR instead.
                LogicNode::And(..) => kept(a) && kept(b),
                _ => kept(a) ^ kept(b),
            };
        }
    }

    /// Chooses the cut with the smallest area flow for each node.
    fn choose_cuts(&mut self, table: f32, poll: &mut Poll) -> Result<(), BuildStop> {
        let nodes = self.logic.nodes();
        let fan_out = self.fan_out();
        let mut flow = vec![0f32; nodes.len()];
        let mut all: Vec<Vec<Cut>> = vec![Vec::new(); nodes.len()];
        for node in 0..nodes.len() {
            poll.count(1)?;
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
            found.truncate(MAX_CUTS);
            flow[node] = found[0].0 / fan_out[node].max(1) as f32;
            self.cuts[node] = found[0].1;
            all[node] = found.into_iter().map(|(_, cut)| cut).collect();
        }
        Ok(())
    }

    fn fan_out(&self) -> Vec<u32> {
        let mut fan_out = vec![0; self.logic.nodes().len()];
        let operands = self.logic.nodes().iter().filter_map(|node| node.operands());
        for wire in operands.flatten().chain(self.logic.written()) {
            fan_out[wire.node() as usize] += 1;
        }
        fan_out
    }

    /// Saves the instruction that would invert a value before it is stored.
    fn complement_values_stored_inverted(&mut self) {
        let mut plain = vec![false; self.complemented.len()];
        for wire in self.logic.written() {
            let node = wire.node() as usize;
            if wire.inverted() == 0 || self.logic.nodes()[node].operands().is_none() {
                plain[node] = true;
            } else {
                self.complemented[node] = true;
            }
        }
        for (complemented, plain) in self.complemented.iter_mut().zip(plain) {
            *complemented &= !plain;
        }
    }

    /// Computes the complement of NOR and similar functions, which have no instruction. Stored
    /// values are left as they are.
    fn complement_unsupported_functions(&mut self) {
        let mut written = vec![false; self.complemented.len()];
        for wire in self.logic.written() {
            written[wire.node() as usize] = true;
        }
        for (node, written) in written.into_iter().enumerate() {
            let cut = self.cuts[node];
            let is_gate = self.logic.nodes()[node].operands().is_some();
            if is_gate && cut.size == 2 && !written {
                let gate = over_computed_values(self.gate(node as u32, cut), &self.complemented);
                self.complemented[node] = operation(&gate).is_none();
            }
        }
    }

    fn section(&mut self, number: usize, poll: &mut Poll) -> Result<CoveredSection, BuildStop> {
        let section = &self.logic.sections()[number];
        let stored = |wire: Wire, address: Address| StoredValue {
            node: wire.node(),
            inverted: wire.inverted() == 1,
            address,
        };
        let outputs: Vec<StoredValue> = section
            .outputs
            .iter()
            .map(|output| stored(output.wire, output.address))
            .collect();
        let feedback: Vec<StoredValue> = section
            .feedback
            .iter()
            .map(|&(wire, address)| stored(wire, address))
            .collect();
        let mut exports = std::mem::take(&mut self.exports[number]);
        exports.sort_unstable();
        let roots: Vec<u32> = outputs
            .iter()
            .chain(&feedback)
            .map(|stored| stored.node)
            .chain(exports.iter().copied())
            .collect();
        self.need(&roots, number);
        Ok(CoveredSection {
            gates: self.order(&roots, number, poll)?,
            outputs,
            feedback,
            exports,
            starts_stage: section.starts_stage,
        })
    }

    /// Marks the nodes that the roots need, in this section and in earlier ones.
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

    /// Orders the gates that the roots need. Nodes with a fixed order come first, the rest in
    /// depth-first order, so that a value is used soon after its definition.
    fn order(
        &mut self,
        roots: &[u32],
        section: usize,
        poll: &mut Poll,
    ) -> Result<Vec<LutGate>, BuildStop> {
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
                        poll.count(1)?;
                        gates.push(self.gate(*node, cut));
                        open.pop();
                    }
                }
            }
        }
        Ok(gates)
    }

    fn open(&mut self, node: u32, section: usize, open: &mut Vec<(u32, u8)>) {
        let state = &mut self.state[node as usize];
        if *state == Progress::Needed && self.logic.section_of(node) as usize == section {
            *state = Progress::Ordered;
            open.push((node, 0));
        }
    }

    fn gate(&self, node: u32, cut: Cut) -> LutGate {
        let table = match self.instructions {
            InstructionSet::Tables { .. } => self.table(node, &cut, true),
            InstructionSet::TwoInputs => self.two_input_table(node, &cut),
        };
        LutGate {
            out: node,
            inputs: cut.leaves,
            arity: cut.size,
            table,
        }
    }

    /// The truth table of a node over the leaves of a cut.
    fn table(&self, node: u32, cut: &Cut, top: bool) -> u8 {
        if !top && let Some(at) = cut.leaves().iter().position(|&leaf| leaf == node) {
            return INPUT_TABLE[at];
        }
        let of = |wire: Wire| {
            let table = self.table(wire.node(), cut, false);
            if wire.inverted() == 1 { !table } else { table }
        };
        match self.logic.nodes()[node as usize] {
            LogicNode::And(a, b) => of(a) & of(b),
            LogicNode::Xor(a, b) => of(a) ^ of(b),
            LogicNode::False | LogicNode::Input(_) => 0,
        }
    }

    /// The truth table that maps computed values to the computed value of a node.
    fn two_input_table(&self, node: u32, cut: &Cut) -> u8 {
        let of = |wire: Wire| {
            let at = cut.leaves().iter().position(|&leaf| leaf == wire.node());
            let table = INPUT_TABLE[at.unwrap_or(0)];
            let inverted = self.complemented[wire.node() as usize] ^ (wire.inverted() == 1);
            if inverted { !table } else { table }
        };
        let value = match self.logic.nodes()[node as usize] {
            LogicNode::And(a, b) => of(a) & of(b),
            LogicNode::Xor(a, b) => of(a) ^ of(b),
            LogicNode::False | LogicNode::Input(_) => 0,
        };
        if self.complemented[node as usize] {
            !value
        } else {
            value
        }
    }
}
