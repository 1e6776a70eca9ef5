//! Runs a program without machine code of its own: on processors that the encoder does not know, and where the system allows no
//! executable memory.

use super::allocate::{FIRST_FREE, ONES, Op, ZEROS, frame, homes};
use super::cover::{Covered, Gate, Stored};
use super::logic::{Array, Logic, Place};
use super::runs::{in_runs, plain_operation};
use super::wide::Wide;

/// The operands of one operation on vectors in memory.
#[derive(Clone, Copy, Debug)]
struct Step {
    to: Slot,
    a: Slot,
    b: Slot,
}

/// A place in one number: the array in the two highest bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Slot(u32);

const INDEX_BITS: u32 = 30;

impl Slot {
    fn of(place: Place) -> Slot {
        Slot((place.array as u32) << INDEX_BITS | place.index)
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

/// A section in the form of steps.
#[derive(Clone, Debug)]
pub struct Steps {
    steps: Vec<Step>,
    /// Steps of one kind that stand next to each other, and where they end.
    runs: Vec<(Op, u32)>,
    /// For a loop: where the new value is, and which input stands for it.
    feedback: Vec<(Slot, Slot)>,
    starts_stage: bool,
}

impl Steps {
    /// How many operations there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether the caller decides when it is run.
    pub fn starts_stage(&self) -> bool {
        self.starts_stage
    }
}

/// Gives every value a place in the frame; places are used again when their value is not needed any more.
pub fn steps(logic: &Logic, sections: &[Covered], frame_length: &mut u32) -> Vec<Steps> {
    let homes = homes(logic, sections, frame_length);
    debug_assert!(*frame_length >= FIRST_FREE);
    let first = *frame_length;
    let mut end = first;
    let sections = sections.iter();
    let steps = sections
        .map(|section| Placer::new(&homes, section, first, &mut end).run())
        .collect();
    *frame_length = end;
    steps
}

struct Placer<'a> {
    places: Vec<Option<Place>>,
    temporary: Vec<bool>,
    last_use: Vec<u32>,
    section: &'a Covered,
    gates: Vec<Gate>,
    free: Vec<u32>,
    end: &'a mut u32,
    steps: Vec<Step>,
    runs: Vec<(Op, u32)>,
}

impl<'a> Placer<'a> {
    fn new(
        homes: &[Option<Place>],
        section: &'a Covered,
        first: u32,
        end: &'a mut u32,
    ) -> Placer<'a> {
        let gates = in_runs(&section.gates, homes.len());
        let mut last_use = vec![0; homes.len()];
        for (time, gate) in (0..).zip(&gates) {
            gate.inputs()
                .iter()
                .for_each(|&node| last_use[node as usize] = time);
        }
        // What is written or fed back is read once more at the end.
        for stored in section.outputs.iter().chain(&section.feedback) {
            last_use[stored.node as usize] = u32::MAX;
        }
        Placer {
            places: homes.to_vec(),
            temporary: vec![false; homes.len()],
            last_use,
            section,
            gates,
            free: (first..*end).rev().collect(),
            end,
            steps: Vec::new(),
            runs: Vec::new(),
        }
    }

    fn run(mut self) -> Steps {
        let section = self.section;
        for (time, gate) in (0..).zip(std::mem::take(&mut self.gates)) {
            self.gate(time, &gate);
        }
        for stored in &section.outputs {
            self.store(stored, stored.place);
        }
        let feedback: Vec<(Slot, Slot)> = section
            .feedback
            .iter()
            .map(|stored| {
                let kept = frame(self.fresh());
                self.store(stored, kept);
                (Slot::of(kept), Slot::of(stored.place))
            })
            .collect();
        Steps {
            steps: self.steps,
            runs: self.runs,
            feedback,
            starts_stage: section.starts_stage,
        }
    }

    fn gate(&mut self, time: u32, gate: &Gate) {
        let [a, b] = [gate.inputs[0], gate.inputs[1]].map(|node| Slot::of(self.place(node)));
        let (op, swap) = plain_operation(gate);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        for &node in gate.inputs() {
            let at = node as usize;
            if self.temporary[at]
                && self.last_use[at] == time
                && let Some(place) = self.places[at]
            {
                self.temporary[at] = false;
                self.free.push(place.index);
            }
        }
        let out = gate.out as usize;
        let to = self.places[out].unwrap_or_else(|| {
            self.temporary[out] = true;
            frame(self.fresh())
        });
        self.places[out] = Some(to);
        let to = Slot::of(to);
        self.push(op, Step { to, a, b });
    }

    fn place(&self, node: u32) -> Place {
        // Operands are computed before what uses them.
        self.places[node as usize].unwrap_or(ZEROS)
    }

    fn fresh(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            *self.end += 1;
            *self.end - 1
        })
    }

    fn store(&mut self, stored: &Stored, to: Place) {
        let other = if stored.inverted { ONES } else { ZEROS };
        let step = Step {
            to: Slot::of(to),
            a: Slot::of(self.place(stored.node)),
            b: Slot::of(other),
        };
        self.push(Op::Xor, step);
    }

    fn push(&mut self, op: Op, step: Step) {
        self.steps.push(step);
        let end = self.steps.len() as u32;
        match self.runs.last_mut() {
            Some((last, run_end)) if *last == op => *run_end = end,
            _ => self.runs.push((op, end)),
        }
    }
}

/// The memory of a program as pointers, by the number of the array.
#[derive(Clone, Copy)]
pub struct Arrays<V>(pub [*mut V; 3]);

impl<V: Wide> Arrays<V> {
    /// Frame, present and next states in the order of [`Array`].
    pub fn new(frame: *mut V, state: *mut V, next: *mut V) -> Arrays<V> {
        debug_assert!(Array::Frame as usize == 0 && Array::Next as usize == 2);
        Arrays([frame, state, next])
    }

    /// # Safety
    /// The slot must lie within its array.
    #[inline(always)]
    #[allow(unsafe_code)]
    unsafe fn at(&self, slot: Slot) -> *mut V {
        // SAFETY: the caller vouches for it.
        unsafe { self.0.get_unchecked(slot.array()).add(slot.index()) }
    }
}

/// Runs sections one after the other.
///
/// # Safety
/// The arrays must be as long as the program that the steps belong to says.
#[inline(always)]
#[allow(unsafe_code)]
pub unsafe fn run<V: Wide>(sections: &[Steps], arrays: Arrays<V>) {
    for section in sections {
        loop {
            let mut start = 0;
            for &(op, end) in &section.runs {
                let steps = &section.steps[start..end as usize];
                start = end as usize;
                // SAFETY: all slots lie within the arrays, which the caller vouches for.
                unsafe {
                    match op {
                        Op::And => run_all(steps, arrays, V::and),
                        Op::AndNot => run_all(steps, arrays, V::and_not),
                        Op::Or => run_all(steps, arrays, V::or),
                        Op::Xor => run_all(steps, arrays, V::xor),
                    }
                }
            }
            let mut changed = V::zeros();
            for &(from, to) in &section.feedback {
                // SAFETY: as above.
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

/// Does the same with all operands.
///
/// # Safety
/// As for [`run`].
#[inline(always)]
#[allow(unsafe_code)]
unsafe fn run_all<V: Wide>(steps: &[Step], arrays: Arrays<V>, op: impl Fn(V, V) -> V) {
    for step in steps {
        // SAFETY: the caller vouches for the arrays.
        unsafe { *arrays.at(step.to) = op(*arrays.at(step.a), *arrays.at(step.b)) };
    }
}
