//! Runs the intermediate forms: covered sections, and routines after register allocation.

use super::super::allocate::{Instruction, LogicOp, Operand, Routine};
use super::super::cover::{CoveredSection, StoredValue};
use super::super::logic::{Logic, LogicNode};
use super::{Lanes, Memory, ONES, ZEROS, look_up, map};

/// Runs a stage of covered sections. `kept` contains the computed values of the nodes, which
/// outlive a stage.
pub fn run_covered(
    logic: &Logic,
    sections: &[CoveredSection],
    stage: usize,
    kept: &mut [Lanes],
    memory: &mut Memory,
) {
    let stages = numbered(sections, |section| section.starts_stage);
    for section in stages.filter(|(number, _)| *number == stage).map(|s| s.1) {
        loop {
            for gate in &section.gates {
                let mut inputs = [ZEROS; 3];
                for (value, &node) in inputs.iter_mut().zip(gate.inputs()) {
                    *value = kept_value(logic, node, kept, memory);
                }
                kept[gate.out as usize] = look_up(gate.table, inputs);
            }
            write(logic, &section.outputs, kept, memory);
            if !write(logic, &section.feedback, kept, memory) || section.feedback.is_empty() {
                break;
            }
        }
    }
}

/// Writes values to memory; returns whether one changed.
fn write(logic: &Logic, all: &[StoredValue], kept: &[Lanes], memory: &mut Memory) -> bool {
    let value = |stored: &StoredValue| {
        let value = kept_value(logic, stored.node, kept, memory);
        match stored.inverted {
            true => map(value, ONES, |a, b| a ^ b),
            false => value,
        }
    };
    let values: Vec<Lanes> = all.iter().map(value).collect();
    let mut changed = false;
    for (stored, value) in all.iter().zip(values) {
        changed |= memory.get(stored.address) != value;
        memory.set(stored.address, value);
    }
    changed
}

fn kept_value(logic: &Logic, node: u32, kept: &[Lanes], memory: &Memory) -> Lanes {
    match logic.nodes()[node as usize] {
        LogicNode::Input(address) => memory.get(address),
        LogicNode::False => ZEROS,
        _ => kept[node as usize],
    }
}

/// Runs a stage of routines. The registers start with arbitrary values.
pub fn run_routines(
    routines: &[Routine],
    stage: usize,
    registers: &mut [Lanes],
    memory: &mut Memory,
) {
    let stages = numbered(routines, |routine| routine.starts_stage);
    for routine in stages.filter(|(number, _)| *number == stage).map(|s| s.1) {
        loop {
            for instruction in &routine.instructions {
                step(instruction, registers, memory);
            }
            match routine.changed {
                Some(changed) if registers[changed as usize] != ZEROS => {}
                _ => break,
            }
        }
    }
}

fn step(instruction: &Instruction, registers: &mut [Lanes], memory: &mut Memory) {
    let operand = |operand: Operand, registers: &[Lanes]| match operand {
        Operand::Register(register) => registers[register as usize],
        Operand::Memory(address) => memory.get(address),
    };
    match *instruction {
        Instruction::Load { to, from } => registers[to as usize] = memory.get(from),
        Instruction::Store { from, to } => memory.set(to, registers[from as usize]),
        Instruction::Copy { to, from } => registers[to as usize] = registers[from as usize],
        Instruction::Logic { op, to, a, b } => {
            let (a, b) = (registers[a as usize], operand(b, registers));
            registers[to as usize] = match op {
                LogicOp::And => map(a, b, |a, b| a & b),
                LogicOp::AndNot => map(a, b, |a, b| !a & b),
                LogicOp::Or => map(a, b, |a, b| a | b),
                LogicOp::Xor => map(a, b, |a, b| a ^ b),
            };
        }
        Instruction::Table { table, to, b, c } => {
            let inputs = [
                registers[to as usize],
                registers[b as usize],
                operand(c, registers),
            ];
            registers[to as usize] = look_up(table, inputs);
        }
    }
}

/// The sections with their stage numbers.
fn numbered<T>(all: &[T], starts: impl Fn(&T) -> bool) -> impl Iterator<Item = (usize, &T)> {
    let mut stage = 0;
    all.iter().enumerate().map(move |(at, section)| {
        stage += usize::from(at > 0 && starts(section));
        (stage, section)
    })
}
