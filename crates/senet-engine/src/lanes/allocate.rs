//! Register allocation.
//!
//! Spilling follows Belady's rule: the value whose next use is furthest away leaves its register. A
//! value that one instruction can compute from memory is rematerialised instead of spilled, since a
//! store takes longer. Values that later sections read are stored as soon as they are known; other
//! values are stored only when they are spilled.

mod next_uses;
mod spill_slots;

use super::cover::{CoveredSection, LutGate, StoredValue, operation};
use super::logic::{Address, Array, Logic, LogicNode};
use crate::build_limits::{BuildLimits, BuildStop, Poll};
use next_uses::{NEVER, NextUses};
use rustc_hash::FxHashMap;
use spill_slots::SpillSlots;

/// The number of a vector register.
pub type Register = u8;

/// A source operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A register.
    Register(Register),
    /// Memory.
    Memory(Address),
}

/// A machine instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instruction {
    /// Memory to register.
    Load { to: Register, from: Address },
    /// Register to memory.
    Store { from: Register, to: Address },
    /// Register to register.
    Copy { to: Register, from: Register },
    /// `to = a op b`.
    Logic {
        op: LogicOp,
        to: Register,
        a: Register,
        b: Operand,
    },
    /// `to = table(to, b, c)`.
    Table {
        table: u8,
        to: Register,
        b: Register,
        c: Operand,
    },
}

/// The two-input operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogicOp {
    /// `a & b`.
    And,
    /// `!a & b`.
    AndNot,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
}

/// The vector registers of a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RegisterFile {
    /// The number of registers.
    pub registers: u8,
}

/// The machine code of a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Routine {
    /// The instructions, in order.
    pub instructions: Vec<Instruction>,
    /// For a loop, the register that collects the changes of a round.
    pub changed: Option<Register>,
    /// True if the section starts a stage, which the caller runs separately.
    pub starts_stage: bool,
}

/// All lanes false.
pub const ZEROS: Address = frame(0);
/// All lanes true.
pub const ONES: Address = frame(1);
/// The first address in the frame without a fixed meaning.
pub const FIRST_FREE: u32 = 2;

/// An address in the frame.
pub const fn frame(index: u32) -> Address {
    Address {
        array: Array::Frame,
        index,
    }
}

/// Allocates registers for all sections. `frame_length` is the used length of the frame; spilling
/// may increase it.
pub fn allocate(
    logic: &Logic,
    sections: &[CoveredSection],
    register_file: RegisterFile,
    frame_length: &mut u32,
    limits: &BuildLimits,
) -> Result<Vec<Routine>, BuildStop> {
    let mut poll = limits.poll();
    let homes = homes(logic, sections, frame_length);
    let first_spill = *frame_length;
    let mut memory = SpillSlots {
        homes,
        spilled: vec![None; logic.nodes().len()],
        free: Vec::new(),
        first_spill,
        end: first_spill,
    };
    let mut routines = Vec::with_capacity(sections.len());
    for section in sections {
        // Each section looks at all nodes.
        poll.count(logic.nodes().len() / 16)?;
        routines.push(Allocator::new(&mut memory, section, register_file).run(&mut poll)?);
    }
    *frame_length = memory.end;
    Ok(routines)
}

/// The permanent addresses of inputs, of the constant, and of values that later sections read.
/// Extends the frame for the values that later sections read.
pub fn homes(
    logic: &Logic,
    sections: &[CoveredSection],
    frame_length: &mut u32,
) -> Vec<Option<Address>> {
    let home = |node: &LogicNode| match node {
        LogicNode::Input(address) => Some(*address),
        LogicNode::False => Some(ZEROS),
        _ => None,
    };
    let mut homes: Vec<Option<Address>> = logic.nodes().iter().map(home).collect();
    for &node in sections.iter().flat_map(|section| &section.exports) {
        homes[node as usize] = Some(frame(*frame_length));
        *frame_length += 1;
    }
    homes
}

const NO_REGISTER: Register = Register::MAX;
/// If the next use of a value is more instructions away than this, the value is reloaded from
/// memory instead of kept in a register.
const FAR_USE: u32 = 200;

struct Allocator<'a> {
    memory: &'a mut SpillSlots,
    section: &'a CoveredSection,
    register_file: RegisterFile,
    uses: NextUses,
    /// The node in each register.
    held: Vec<Option<u32>>,
    /// The register of each node.
    register: Vec<Register>,
    /// Registers that the current instruction uses.
    locked: Vec<Register>,
    /// Values to store as soon as they are computed.
    outputs: FxHashMap<u32, Vec<StoredValue>>,
    /// Nodes that can be rematerialised from memory.
    remats: FxHashMap<u32, Remat>,
    code: Vec<Instruction>,
}

/// An operation on two values in memory.
#[derive(Clone, Copy)]
struct Remat {
    op: LogicOp,
    a: Address,
    b: Address,
}

impl<'a> Allocator<'a> {
    fn new(
        memory: &'a mut SpillSlots,
        section: &'a CoveredSection,
        register_file: RegisterFile,
    ) -> Allocator<'a> {
        let nodes = memory.homes.len();
        // Spilled values of the previous section are dead.
        memory.free = (memory.first_spill..memory.end).map(frame).collect();
        memory
            .spilled
            .iter_mut()
            .for_each(|address| *address = None);
        let mut outputs: FxHashMap<u32, Vec<StoredValue>> = FxHashMap::default();
        for &stored in &section.outputs {
            outputs.entry(stored.node).or_default().push(stored);
        }
        Allocator {
            uses: NextUses::of(&section.gates, nodes),
            memory,
            section,
            register_file,
            held: vec![None; register_file.registers as usize],
            register: vec![NO_REGISTER; nodes],
            locked: Vec::new(),
            outputs,
            remats: FxHashMap::default(),
            code: Vec::new(),
        }
    }

    fn run(mut self, poll: &mut Poll) -> Result<Routine, BuildStop> {
        let section = self.section;
        // The feedback values of a loop must be available at the end of the round.
        let mut kept: Vec<(StoredValue, Address)> = Vec::new();
        for stored in &section.feedback {
            let address = frame(self.memory.end);
            self.memory.end += 1;
            kept.push((*stored, address));
            let early = StoredValue { address, ..*stored };
            self.outputs.entry(stored.node).or_default().push(early);
        }
        for gate in &section.gates {
            poll.count(1)?;
            self.gate(gate);
        }
        self.write_values_of_earlier_sections();
        let changed = self.feed_back(&kept);
        Ok(Routine {
            instructions: self.code,
            changed,
            starts_stage: section.starts_stage,
        })
    }

    fn gate(&mut self, gate: &LutGate) {
        let inputs = gate.inputs();
        inputs.iter().for_each(|&node| self.uses.used(node));
        self.locked.clear();
        for &node in inputs {
            if self.register[node as usize] != NO_REGISTER {
                self.locked.push(self.register[node as usize]);
            }
        }
        let to = match operation(gate) {
            Some((op, swap)) => self.two_inputs(gate, op, swap),
            None => self.table(gate),
        };
        for &node in inputs {
            if self.uses.next(node) == NEVER {
                self.drop_register(node, to);
                self.memory.release(node);
            }
        }
        self.held[to as usize] = Some(gate.out);
        self.register[gate.out as usize] = to;
        self.write(gate.out, to);
        if self.uses.next(gate.out) == NEVER {
            self.drop_register(gate.out, NO_REGISTER);
        } else if let Some(remat) = self.remat(gate) {
            self.remats.insert(gate.out, remat);
        }
    }

    /// The instruction that rematerialises a gate, if its inputs have permanent addresses.
    fn remat(&self, gate: &LutGate) -> Option<Remat> {
        let (op, swap) = operation(gate)?;
        let home = |at: usize| self.memory.homes[gate.inputs[at] as usize];
        let (a, b) = if swap { (1, 0) } else { (0, 1) };
        Some(Remat {
            op,
            a: home(a)?,
            b: home(b)?,
        })
    }

    /// Removes a node from its register. The register becomes free unless it is `except`, which
    /// holds a new value.
    fn drop_register(&mut self, node: u32, except: Register) {
        let register = std::mem::replace(&mut self.register[node as usize], NO_REGISTER);
        if register != NO_REGISTER && register != except {
            self.held[register as usize] = None;
        }
    }

    fn two_inputs(&mut self, gate: &LutGate, op: LogicOp, swap: bool) -> Register {
        let (a, b) = (gate.inputs[0], gate.inputs[1]);
        // The second operand may be read from memory.
        let swap = match op {
            LogicOp::AndNot => swap,
            _ => self.is_unloaded(a) && !self.is_unloaded(b),
        };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let first = self.in_register(a);
        let second = self.operand(b);
        let to = self.target(&[a, b]);
        self.code.push(Instruction::Logic {
            op,
            to,
            a: first,
            b: second,
        });
        to
    }

    /// Returns true if the node is in no register.
    fn is_unloaded(&self, node: u32) -> bool {
        self.register[node as usize] == NO_REGISTER
    }

    /// A register for the result: the register of an input with no further use, or another one.
    fn target(&mut self, inputs: &[u32]) -> Register {
        let dying = inputs.iter().find(|&&node| {
            self.register[node as usize] != NO_REGISTER && self.uses.next(node) == NEVER
        });
        match dying {
            Some(&node) => self.register[node as usize],
            None => self.free_register(),
        }
    }

    /// The instruction overwrites `to`. The first input is therefore in a register with no further
    /// use, a copy, or a fresh load.
    fn table(&mut self, gate: &LutGate) -> Register {
        let inputs = gate.inputs();
        let first = self.first_of_table(inputs);
        let mut rest: Vec<usize> = (0..inputs.len()).filter(|&at| at != first).collect();
        // The third operand may be read from memory; prefer one without further use.
        rest.sort_by_key(|&at| {
            let node = inputs[at];
            self.is_unloaded(node) as u32 * (1 + u32::from(self.uses.next(node) == NEVER))
        });
        let third = rest.pop();
        let second = rest.pop();
        let second_register = second.map(|at| self.in_register(inputs[at]));
        let third_operand = third.map(|at| self.operand(inputs[at]));
        let to = self.overwritable(inputs[first]);
        self.code.push(Instruction::Table {
            table: permuted(gate, first, second, third),
            to,
            b: second_register.unwrap_or(to),
            c: third_operand.unwrap_or(Operand::Register(to)),
        });
        to
    }

    fn first_of_table(&self, inputs: &[u32]) -> usize {
        let rank = |node: u32| {
            let is_last_use = self.uses.next(node) == NEVER;
            match (self.is_unloaded(node), is_last_use) {
                (false, true) => 0,
                (true, true) => 1,
                (true, false) => 2,
                (false, false) => 3,
            }
        };
        let positions = 0..inputs.len();
        positions.min_by_key(|&at| rank(inputs[at])).unwrap_or(0)
    }

    /// A register with the node's value that may be overwritten.
    fn overwritable(&mut self, node: u32) -> Register {
        let register = self.register[node as usize];
        let is_last_use = self.uses.next(node) == NEVER;
        match (register, is_last_use) {
            (NO_REGISTER, _) => {
                let to = self.free_register();
                self.materialise(node, to);
                to
            }
            (register, true) => register,
            (from, false) => {
                let to = self.free_register();
                self.code.push(Instruction::Copy { to, from });
                to
            }
        }
    }

    /// The register of the node; loads the node if necessary.
    fn in_register(&mut self, node: u32) -> Register {
        let register = self.register[node as usize];
        if register != NO_REGISTER {
            return register;
        }
        let to = self.free_register();
        self.materialise(node, to);
        // A value that is evicted a second time is spilled.
        self.remats.remove(&node);
        self.held[to as usize] = Some(node);
        self.register[node as usize] = to;
        self.locked.push(to);
        to
    }

    /// Loads or rematerialises a value that is in no register.
    fn materialise(&mut self, node: u32, to: Register) {
        if let Some(from) = self.memory.address(node) {
            self.code.push(Instruction::Load { to, from });
        } else if let Some(&Remat { op, a, b }) = self.remats.get(&node) {
            self.code.push(Instruction::Load { to, from: a });
            let b = Operand::Memory(b);
            self.code.push(Instruction::Logic { op, to, a: to, b });
        }
    }

    /// The node as an operand: in memory if its next use is far away, else in a register.
    fn operand(&mut self, node: u32) -> Operand {
        let next = self.uses.next(node);
        let soon = next != NEVER && next - self.uses.last(node) <= FAR_USE;
        match (self.is_unloaded(node), self.memory.address(node)) {
            (true, Some(address)) if !soon => Operand::Memory(address),
            _ => Operand::Register(self.in_register(node)),
        }
    }

    /// A free register. If there is none, evicts the value with the furthest next use, and spills
    /// it if it is not in memory.
    fn free_register(&mut self) -> Register {
        let mut best = (0, 0);
        for register in 0..self.register_file.registers {
            if self.locked.contains(&register) {
                continue;
            }
            let Some(node) = self.held[register as usize] else {
                self.locked.push(register);
                return register;
            };
            let in_memory = !self.must_spill(node);
            // Among equals, prefer a value that need not be stored.
            let score = u64::from(self.uses.next(node)) * 2 + 1 + u64::from(in_memory);
            if score > best.0 {
                best = (score, register);
            }
        }
        let register = best.1;
        self.evict(register);
        self.locked.push(register);
        register
    }

    fn evict(&mut self, register: Register) {
        let Some(node) = self.held[register as usize].take() else {
            return;
        };
        self.register[node as usize] = NO_REGISTER;
        if self.uses.next(node) != NEVER && self.must_spill(node) {
            let to = self.memory.spill(node);
            self.code.push(Instruction::Store { from: register, to });
        }
    }

    /// Returns true if the value is neither in memory nor can be rematerialised.
    fn must_spill(&self, node: u32) -> bool {
        self.memory.address(node).is_none() && !self.remats.contains_key(&node)
    }

    /// Stores a computed value at all its output addresses.
    fn write(&mut self, node: u32, from: Register) {
        if let Some(to) = self.memory.homes[node as usize] {
            self.code.push(Instruction::Store { from, to });
        }
        let outputs = self.outputs.remove(&node).unwrap_or_default();
        let (inverted, plain): (Vec<StoredValue>, Vec<StoredValue>) =
            outputs.into_iter().partition(|stored| stored.inverted);
        for stored in plain {
            let to = stored.address;
            self.code.push(Instruction::Store { from, to });
        }
        if !inverted.is_empty() {
            self.locked.clear();
            self.locked.push(from);
            let opposite = self.free_register();
            self.invert(from, opposite);
            for stored in inverted {
                self.code.push(Instruction::Store {
                    from: opposite,
                    to: stored.address,
                });
            }
        }
    }

    fn invert(&mut self, from: Register, to: Register) {
        self.code.push(Instruction::Logic {
            op: LogicOp::Xor,
            to,
            a: from,
            b: Operand::Memory(ONES),
        });
    }

    /// Stores outputs that are inputs, constants or values of earlier sections.
    fn write_values_of_earlier_sections(&mut self) {
        self.held.iter_mut().for_each(|held| *held = None);
        let (value, opposite) = (0, 1);
        let mut pending: Vec<StoredValue> = self.outputs.drain().flat_map(|(_, all)| all).collect();
        pending.sort_by_key(|stored| stored.address);
        for stored in pending {
            if let Some(from) = self.memory.homes[stored.node as usize] {
                self.code.push(Instruction::Load { to: value, from });
            }
            let mut from = value;
            if stored.inverted {
                self.invert(value, opposite);
                from = opposite;
            }
            self.code.push(Instruction::Store {
                from,
                to: stored.address,
            });
        }
    }

    /// Copies the feedback values to their inputs; returns the register that collects the
    /// differences.
    fn feed_back(&mut self, kept: &[(StoredValue, Address)]) -> Option<Register> {
        if kept.is_empty() {
            return None;
        }
        let (changed, value, difference) = (2, 0, 1);
        self.code.push(Instruction::Load {
            to: changed,
            from: ZEROS,
        });
        for (stored, address) in kept {
            let (to, from) = (value, *address);
            self.code.push(Instruction::Load { to, from });
            self.code.push(Instruction::Load {
                to: difference,
                from: stored.address,
            });
            self.combine(LogicOp::Xor, difference, value);
            self.combine(LogicOp::Or, changed, difference);
            self.code.push(Instruction::Store {
                from: value,
                to: stored.address,
            });
        }
        Some(changed)
    }

    /// `to = to op other`.
    fn combine(&mut self, op: LogicOp, to: Register, other: Register) {
        self.code.push(Instruction::Logic {
            op,
            to,
            a: to,
            b: Operand::Register(other),
        });
    }
}

/// The truth table with its inputs in operand order.
fn permuted(gate: &LutGate, first: usize, second: Option<usize>, third: Option<usize>) -> u8 {
    let mut table = 0;
    for position in 0..8u8 {
        let mut original = 0;
        let mut take = |input: usize, operand: usize| {
            original |= (position >> (2 - operand) & 1) << (2 - input);
        };
        take(first, 0);
        second.into_iter().for_each(|at| take(at, 1));
        third.into_iter().for_each(|at| take(at, 2));
        table |= (gate.table >> original & 1) << position;
    }
    table
}
