//! Which value sits in which register when.
//!
//! By Belady's rule the value that is needed last gives way. What can be computed from memory in one instruction is not kept when it
//! gives way, but computed once more: writing takes longer. Values that later sections read go to memory as soon as they are
//! known; others only when they have to.

mod places;
mod uses;

use super::cover::{Covered, Gate, Stored, operation};
use super::logic::{Array, Logic, Node, Place};
use places::Memory;
use rustc_hash::FxHashMap;
use uses::{NEVER, Uses};

/// A machine register.
pub type Register = u8;

/// Where an instruction takes an operand from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A register.
    Register(Register),
    /// Memory.
    Memory(Place),
}

/// One machine instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instruction {
    /// Memory to register.
    Load { to: Register, from: Place },
    /// Register to memory.
    Store { from: Register, to: Place },
    /// Register to register.
    Copy { to: Register, from: Register },
    /// `to = a op b`.
    Logic {
        op: Op,
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

/// The two-input functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// Both.
    And,
    /// The second without the first.
    AndNot,
    /// At least one.
    Or,
    /// Exactly one.
    Xor,
}

/// What the registers of a machine are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    /// How many there are.
    pub registers: u8,
}

/// A section of machine code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Routine {
    /// In order.
    pub instructions: Vec<Instruction>,
    /// For a loop, the register that holds what changed in this round.
    pub changed: Option<Register>,
    /// Whether the caller decides when it is run.
    pub starts_stage: bool,
}

/// All lanes false.
pub const ZEROS: Place = frame(0);
/// All lanes true.
pub const ONES: Place = frame(1);
/// The first place in the frame that is free for any use.
pub const FIRST_FREE: u32 = 2;

/// A place in the frame.
pub const fn frame(index: u32) -> Place {
    Place {
        array: Array::Frame,
        index,
    }
}

/// Allocates registers for all sections. `frame_length` is the length of the frame that is in use; it grows.
pub fn allocate(
    logic: &Logic,
    sections: &[Covered],
    machine: Machine,
    frame_length: &mut u32,
) -> Vec<Routine> {
    let homes = homes(logic, sections, frame_length);
    let first_spill = *frame_length;
    let mut memory = Memory {
        homes,
        spilled: vec![None; logic.nodes().len()],
        free: Vec::new(),
        first_spill,
        end: first_spill,
    };
    let routines = sections
        .iter()
        .map(|section| Allocator::new(&mut memory, section, machine).run())
        .collect();
    *frame_length = memory.end;
    routines
}

/// The places of inputs, of the constant, and of values that later sections read, for which the frame grows.
pub fn homes(logic: &Logic, sections: &[Covered], frame_length: &mut u32) -> Vec<Option<Place>> {
    let home = |node: &Node| match node {
        Node::Input(place) => Some(*place),
        Node::False => Some(ZEROS),
        _ => None,
    };
    let mut homes: Vec<Option<Place>> = logic.nodes().iter().map(home).collect();
    for &node in sections.iter().flat_map(|section| &section.exports) {
        homes[node as usize] = Some(frame(*frame_length));
        *frame_length += 1;
    }
    homes
}

const NO_REGISTER: Register = Register::MAX;
/// A value that is read again only after so many instructions is read from memory rather than kept.
const FAR: u32 = 200;

struct Allocator<'a> {
    memory: &'a mut Memory,
    section: &'a Covered,
    machine: Machine,
    uses: Uses,
    /// The node in each register.
    held: Vec<Option<u32>>,
    /// The register of each node.
    register: Vec<Register>,
    /// Registers that the present instruction needs.
    locked: Vec<Register>,
    /// Values to be written as soon as they are known.
    outputs: FxHashMap<u32, Vec<Stored>>,
    /// How nodes can be computed from what is in memory.
    recipes: FxHashMap<u32, Recipe>,
    code: Vec<Instruction>,
}

/// An operation on two values in memory.
#[derive(Clone, Copy)]
struct Recipe {
    op: Op,
    a: Place,
    b: Place,
}

impl<'a> Allocator<'a> {
    fn new(memory: &'a mut Memory, section: &'a Covered, machine: Machine) -> Allocator<'a> {
        let nodes = memory.homes.len();
        // The last section's spilled values are gone.
        memory.free = (memory.first_spill..memory.end).map(frame).collect();
        memory.spilled.iter_mut().for_each(|place| *place = None);
        let mut outputs: FxHashMap<u32, Vec<Stored>> = FxHashMap::default();
        for &stored in &section.outputs {
            outputs.entry(stored.node).or_default().push(stored);
        }
        Allocator {
            uses: Uses::of(&section.gates, nodes),
            memory,
            section,
            machine,
            held: vec![None; machine.registers as usize],
            register: vec![NO_REGISTER; nodes],
            locked: Vec::new(),
            outputs,
            recipes: FxHashMap::default(),
            code: Vec::new(),
        }
    }

    fn run(mut self) -> Routine {
        let section = self.section;
        // What a loop feeds back must still be at hand when the round is over.
        let mut kept: Vec<(Stored, Place)> = Vec::new();
        for stored in &section.feedback {
            let place = frame(self.memory.end);
            self.memory.end += 1;
            kept.push((*stored, place));
            let early = Stored { place, ..*stored };
            self.outputs.entry(stored.node).or_default().push(early);
        }
        for gate in &section.gates {
            self.gate(gate);
        }
        self.write_what_was_there_before();
        let changed = self.feed_back(&kept);
        Routine {
            instructions: self.code,
            changed,
            starts_stage: section.starts_stage,
        }
    }

    fn gate(&mut self, gate: &Gate) {
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
        } else if let Some(recipe) = self.recipe(gate) {
            self.recipes.insert(gate.out, recipe);
        }
    }

    /// How to compute a gate once more, if its inputs are in memory for good.
    fn recipe(&self, gate: &Gate) -> Option<Recipe> {
        let (op, swap) = operation(gate)?;
        let home = |at: usize| self.memory.homes[gate.inputs[at] as usize];
        let (a, b) = if swap { (1, 0) } else { (0, 1) };
        Some(Recipe {
            op,
            a: home(a)?,
            b: home(b)?,
        })
    }

    /// Forgets that a node is in a register, unless the register has a new value.
    fn drop_register(&mut self, node: u32, except: Register) {
        let register = std::mem::replace(&mut self.register[node as usize], NO_REGISTER);
        if register != NO_REGISTER && register != except {
            self.held[register as usize] = None;
        }
    }

    fn two_inputs(&mut self, gate: &Gate, op: Op, swap: bool) -> Register {
        let (a, b) = (gate.inputs[0], gate.inputs[1]);
        // The second operand may stay in memory.
        let swap = match op {
            Op::AndNot => swap,
            _ => self.is_far(a) && !self.is_far(b),
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

    /// Whether the node would have to be read from memory.
    fn is_far(&self, node: u32) -> bool {
        self.register[node as usize] == NO_REGISTER
    }

    /// A register for the result: that of an input that is not needed any more, or another.
    fn target(&mut self, inputs: &[u32]) -> Register {
        let dying = inputs.iter().find(|&&node| {
            self.register[node as usize] != NO_REGISTER && self.uses.next(node) == NEVER
        });
        match dying {
            Some(&node) => self.register[node as usize],
            None => self.free_register(),
        }
    }

    /// `to` is overwritten, so the first input is one that may go: a dying register, a copy, or a fresh load.
    fn table(&mut self, gate: &Gate) -> Register {
        let inputs = gate.inputs();
        let first = self.first_of_table(inputs);
        let mut rest: Vec<usize> = (0..inputs.len()).filter(|&at| at != first).collect();
        // The third operand may stay in memory; prefer one that is not needed again.
        rest.sort_by_key(|&at| {
            let node = inputs[at];
            self.is_far(node) as u32 * (1 + u32::from(self.uses.next(node) == NEVER))
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
            let dies = self.uses.next(node) == NEVER;
            match (self.is_far(node), dies) {
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
        let dies = self.uses.next(node) == NEVER;
        match (register, dies) {
            (NO_REGISTER, _) => {
                let to = self.free_register();
                self.fetch(node, to);
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

    /// The node in a register, loaded if need be.
    fn in_register(&mut self, node: u32) -> Register {
        let register = self.register[node as usize];
        if register != NO_REGISTER {
            return register;
        }
        let to = self.free_register();
        self.fetch(node, to);
        // Who gives way a second time is kept in memory.
        self.recipes.remove(&node);
        self.held[to as usize] = Some(node);
        self.register[node as usize] = to;
        self.locked.push(to);
        to
    }

    /// Brings a value that is in no register into one.
    fn fetch(&mut self, node: u32, to: Register) {
        if let Some(from) = self.memory.place(node) {
            self.code.push(Instruction::Load { to, from });
        } else if let Some(&Recipe { op, a, b }) = self.recipes.get(&node) {
            self.code.push(Instruction::Load { to, from: a });
            let b = Operand::Memory(b);
            self.code.push(Instruction::Logic { op, to, a: to, b });
        }
    }

    /// The node in a register, or in memory if it is not needed again soon.
    fn operand(&mut self, node: u32) -> Operand {
        let next = self.uses.next(node);
        let soon = next != NEVER && next - self.uses.last(node) <= FAR;
        match (self.is_far(node), self.memory.place(node)) {
            (true, Some(place)) if !soon => Operand::Memory(place),
            _ => Operand::Register(self.in_register(node)),
        }
    }

    /// A register for something new. The one whose value is needed last gives way, kept in memory if it is not there yet.
    fn free_register(&mut self) -> Register {
        let mut best = (0, 0);
        for register in 0..self.machine.registers {
            if self.locked.contains(&register) {
                continue;
            }
            let Some(node) = self.held[register as usize] else {
                self.locked.push(register);
                return register;
            };
            let in_memory = !self.must_be_kept(node);
            // Among equals, prefer the one that need not be written.
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
        if self.uses.next(node) != NEVER && self.must_be_kept(node) {
            let to = self.memory.spill(node);
            self.code.push(Instruction::Store { from: register, to });
        }
    }

    /// Whether the value is neither in memory nor easily computed again.
    fn must_be_kept(&self, node: u32) -> bool {
        self.memory.place(node).is_none() && !self.recipes.contains_key(&node)
    }

    /// Writes a value that was just computed to wherever it is wanted.
    fn write(&mut self, node: u32, from: Register) {
        if let Some(to) = self.memory.homes[node as usize] {
            self.code.push(Instruction::Store { from, to });
        }
        let outputs = self.outputs.remove(&node).unwrap_or_default();
        let (inverted, plain): (Vec<Stored>, Vec<Stored>) =
            outputs.into_iter().partition(|stored| stored.inverted);
        for stored in plain {
            let to = stored.place;
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
                    to: stored.place,
                });
            }
        }
    }

    fn invert(&mut self, from: Register, to: Register) {
        self.code.push(Instruction::Logic {
            op: Op::Xor,
            to,
            a: from,
            b: Operand::Memory(ONES),
        });
    }

    /// Outputs that are inputs, constants, or values of earlier sections.
    fn write_what_was_there_before(&mut self) {
        self.held.iter_mut().for_each(|held| *held = None);
        let (value, opposite) = (0, 1);
        let mut pending: Vec<Stored> = self.outputs.drain().flat_map(|(_, all)| all).collect();
        pending.sort_by_key(|stored| stored.place);
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
                to: stored.place,
            });
        }
    }

    /// Copies what was fed back to the inputs that stand for it; the register that collects the differences.
    fn feed_back(&mut self, kept: &[(Stored, Place)]) -> Option<Register> {
        if kept.is_empty() {
            return None;
        }
        let (changed, value, difference) = (2, 0, 1);
        self.code.push(Instruction::Load {
            to: changed,
            from: ZEROS,
        });
        for (stored, place) in kept {
            let (to, from) = (value, *place);
            self.code.push(Instruction::Load { to, from });
            self.code.push(Instruction::Load {
                to: difference,
                from: stored.place,
            });
            self.combine(Op::Xor, difference, value);
            self.combine(Op::Or, changed, difference);
            self.code.push(Instruction::Store {
                from: value,
                to: stored.place,
            });
        }
        Some(changed)
    }

    /// `to = to op other`.
    fn combine(&mut self, op: Op, to: Register, other: Register) {
        self.code.push(Instruction::Logic {
            op,
            to,
            a: to,
            b: Operand::Register(other),
        });
    }
}

/// The table when the inputs stand in the order of the operands.
fn permuted(gate: &Gate, first: usize, second: Option<usize>, third: Option<usize>) -> u8 {
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
