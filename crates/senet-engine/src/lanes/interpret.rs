//! Interprets a program without generating machine code, for processors without an encoder and for
//! systems that refuse executable memory.

use super::allocate::{FIRST_FREE, LogicOp, ONES, ZEROS, frame, homes};
use super::cover::{CoveredSection, LutGate, StoredValue};
use super::logic::{Address, Array, Logic};
use super::runs::{group_by_operation, plain_operation};
use super::vector::{Detected, LaneVector};

/// The operands of one operation on vectors in memory.
#[derive(Clone, Copy, Debug)]
struct VectorOperation {
    to: PackedAddress,
    a: PackedAddress,
    b: PackedAddress,
}

/// An address in one number; the two highest bits select the array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedAddress(u32);

const INDEX_BITS: u32 = 30;

impl PackedAddress {
    fn of(address: Address) -> PackedAddress {
        PackedAddress((address.array as u32) << INDEX_BITS | address.index)
    }

    #[inline(always)]
    fn array(self) -> usize {
        (self.0 >> INDEX_BITS) as usize
    }

    #[inline(always)]
    fn index(self) -> usize {
        (self.0 & ((1 << INDEX_BITS) - 1)) as usize
    }
}

/// A section as operations.
#[derive(Clone, Debug)]
pub struct InterpretedSection {
    operations: Vec<VectorOperation>,
    /// Runs of equal operations, each with its end.
    runs: Vec<(LogicOp, u32)>,
    /// For a loop, the address of each new value and of the input that it replaces.
    feedback: Vec<(PackedAddress, PackedAddress)>,
    starts_stage: bool,
}

impl InterpretedSection {
    /// The number of operations.
    pub fn len(&self) -> usize {
        self.operations.len()
    }

    /// Returns true if the section starts a stage, which the caller runs separately.
    pub fn starts_stage(&self) -> bool {
        self.starts_stage
    }
}

/// Gives every value an address in the frame, and reuses the addresses of dead values.
pub fn interpreted_sections(
    logic: &Logic,
    sections: &[CoveredSection],
    frame_length: &mut u32,
) -> Vec<InterpretedSection> {
    let homes = homes(logic, sections, frame_length);
    debug_assert!(*frame_length >= FIRST_FREE);
    let first = *frame_length;
    let mut end = first;
    let sections = sections.iter();
    let interpreted = sections
        .map(|section| FramePlacer::new(&homes, section, first, &mut end).run())
        .collect();
    *frame_length = end;
    interpreted
}

struct FramePlacer<'a> {
    addresses: Vec<Option<Address>>,
    temporary: Vec<bool>,
    last_use: Vec<u32>,
    section: &'a CoveredSection,
    gates: Vec<LutGate>,
    free: Vec<u32>,
    end: &'a mut u32,
    operations: Vec<VectorOperation>,
    runs: Vec<(LogicOp, u32)>,
}

impl<'a> FramePlacer<'a> {
    fn new(
        homes: &[Option<Address>],
        section: &'a CoveredSection,
        first: u32,
        end: &'a mut u32,
    ) -> FramePlacer<'a> {
        let gates = group_by_operation(&section.gates, homes.len());
        let mut last_use = vec![0; homes.len()];
        for (time, gate) in (0..).zip(&gates) {
            gate.inputs()
                .iter()
                .for_each(|&node| last_use[node as usize] = time);
        }
        // Stored and feedback values are read once more at the end.
        for stored in section.outputs.iter().chain(&section.feedback) {
            last_use[stored.node as usize] = u32::MAX;
        }
        FramePlacer {
            addresses: homes.to_vec(),
            temporary: vec![false; homes.len()],
            last_use,
            section,
            gates,
            free: (first..*end).rev().collect(),
            end,
            operations: Vec::new(),
            runs: Vec::new(),
        }
    }

    fn run(mut self) -> InterpretedSection {
        let section = self.section;
        for (time, gate) in (0..).zip(std::mem::take(&mut self.gates)) {
            self.gate(time, &gate);
        }
        for stored in &section.outputs {
            self.store(stored, stored.address);
        }
        let feedback: Vec<(PackedAddress, PackedAddress)> = section
            .feedback
            .iter()
            .map(|stored| {
                let kept = frame(self.fresh());
                self.store(stored, kept);
                (PackedAddress::of(kept), PackedAddress::of(stored.address))
            })
            .collect();
        InterpretedSection {
            operations: self.operations,
            runs: self.runs,
            feedback,
            starts_stage: section.starts_stage,
        }
    }

    fn gate(&mut self, time: u32, gate: &LutGate) {
        let [a, b] =
            [gate.inputs[0], gate.inputs[1]].map(|node| PackedAddress::of(self.address(node)));
        let (op, swap) = plain_operation(gate);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        for &node in gate.inputs() {
            let at = node as usize;
            if self.temporary[at]
                && self.last_use[at] == time
                && let Some(address) = self.addresses[at]
            {
                self.temporary[at] = false;
                self.free.push(address.index);
            }
        }
        let out = gate.out as usize;
        let to = self.addresses[out].unwrap_or_else(|| {
            self.temporary[out] = true;
            frame(self.fresh())
        });
        self.addresses[out] = Some(to);
        let to = PackedAddress::of(to);
        self.push(op, VectorOperation { to, a, b });
    }

    fn address(&self, node: u32) -> Address {
        // Operands are computed before their users.
        self.addresses[node as usize].unwrap_or(ZEROS)
    }

    fn fresh(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            *self.end += 1;
            *self.end - 1
        })
    }

    fn store(&mut self, stored: &StoredValue, to: Address) {
        let other = if stored.inverted { ONES } else { ZEROS };
        let operation = VectorOperation {
            to: PackedAddress::of(to),
            a: PackedAddress::of(self.address(stored.node)),
            b: PackedAddress::of(other),
        };
        self.push(LogicOp::Xor, operation);
    }

    fn push(&mut self, op: LogicOp, operation: VectorOperation) {
        self.operations.push(operation);
        let end = self.operations.len() as u32;
        match self.runs.last_mut() {
            Some((last, run_end)) if *last == op => *run_end = end,
            _ => self.runs.push((op, end)),
        }
    }
}

/// The memory of a program as pointers, indexed by [`Array`].
#[derive(Clone, Copy)]
pub struct Arrays<V> {
    pointers: [*mut V; 3],
    cpu: Detected<V>,
}

impl<V: LaneVector> Arrays<V> {
    /// The frame, the current states and the next states, in the order of [`Array`].
    pub fn new(cpu: Detected<V>, frame: *mut V, state: *mut V, next: *mut V) -> Arrays<V> {
        debug_assert!(Array::Frame as usize == 0 && Array::Next as usize == 2);
        let pointers = [frame, state, next];
        Arrays { pointers, cpu }
    }

    /// A pointer to a vector.
    ///
    /// # Safety
    ///
    /// The address must lie within its array.
    #[inline(always)]
    #[allow(unsafe_code)]
    unsafe fn at(&self, address: PackedAddress) -> *mut V {
        // SAFETY: an address contains one of the three array numbers, and the caller guarantees the
        // index.
        unsafe {
            self.pointers
                .get_unchecked(address.array())
                .add(address.index())
        }
    }
}

/// Runs sections one after another.
///
/// # Safety
///
/// The arrays must have the lengths that the program of these sections requires, and must not
/// overlap.
#[inline(always)]
#[allow(unsafe_code)]
pub unsafe fn run<V: LaneVector>(sections: &[InterpretedSection], arrays: Arrays<V>) {
    for section in sections {
        loop {
            let mut start = 0;
            for &(op, end) in &section.runs {
                let operations = &section.operations[start..end as usize];
                start = end as usize;
                // SAFETY: the program's lengths cover all addresses, and the caller guarantees
                // arrays of these lengths.
                unsafe {
                    match op {
                        LogicOp::And => run_all(operations, arrays, V::and),
                        LogicOp::AndNot => run_all(operations, arrays, V::and_not),
                        LogicOp::Or => run_all(operations, arrays, V::or),
                        LogicOp::Xor => run_all(operations, arrays, V::xor),
                    }
                }
            }
            let mut changed = arrays.cpu.zeros();
            for &(from, to) in &section.feedback {
                // SAFETY: feedback addresses belong to the program, so the arrays cover them.
                unsafe {
                    let value = *arrays.at(from);
                    changed = changed.or(value.xor(*arrays.at(to)));
                    *arrays.at(to) = value;
                }
            }
            if !changed.any() {
                break;
            }
        }
    }
}

/// Applies one operation to all operands.
///
/// # Safety
///
/// As for [`run`].
#[inline(always)]
#[allow(unsafe_code)]
unsafe fn run_all<V: LaneVector>(
    operations: &[VectorOperation],
    arrays: Arrays<V>,
    op: impl Fn(V, V) -> V,
) {
    for operation in operations {
        // SAFETY: the caller guarantees arrays that cover all addresses of the program.
        unsafe { *arrays.at(operation.to) = op(*arrays.at(operation.a), *arrays.at(operation.b)) };
    }
}
