//! Incremental evaluation: propagates changes through the network and visits nothing else.

use super::fanout::{Fanout, LoopFanout, Sink};
use super::guards::GuardedBits;
use super::output_layout::{OutputLayout, ones};
use super::wire_values::WireValues;
use super::worklist::Worklist;
use crate::network::{Network, Wire};

/// The wires of one state and joint move, with everything needed to switch to another.
#[derive(Clone, Debug)]
pub struct IncrementalEvaluator {
    /// The wire values. Gates outside the fanout lists are not updated.
    pub wires: WireValues,
    /// The output bits; see [`OutputLayout`].
    pub row: GuardedBits,
    state: Vec<u64>,
    /// The input nodes of the joint move.
    moves: Vec<u32>,
    worklist: Worklist,
    /// The loops that must be evaluated again.
    touched: Worklist,
    /// Propagation stops before this node: the first node of the first loop that must be evaluated.
    limit: u32,
}

impl IncrementalEvaluator {
    /// Evaluates a state from scratch, without moves.
    pub fn new(
        network: &Network,
        fanout: &Fanout,
        outputs: &OutputLayout,
        state: &[u64],
    ) -> IncrementalEvaluator {
        let mut incremental = IncrementalEvaluator {
            wires: WireValues::new(network),
            row: GuardedBits::new(outputs.words),
            state: state.to_vec(),
            moves: Vec::new(),
            worklist: Worklist::new(network.gates.len()),
            touched: Worklist::new(fanout.loops.len()),
            limit: u32::MAX,
        };
        incremental.wires.false_inputs[0] = 1;
        incremental.rebuild(network, fanout, outputs, state);
        incremental
    }

    /// Evaluates everything for a state.
    pub fn rebuild(
        &mut self,
        network: &Network,
        fanout: &Fanout,
        outputs: &OutputLayout,
        state: &[u64],
    ) {
        self.moves
            .drain(..)
            .for_each(|node| self.wires.set(node, false));
        self.state.copy_from_slice(state);
        self.wires.set_state(network, state);
        // While their inputs are false, loops behave like the rest of the network. They are
        // evaluated afterwards, as after any change.
        let loops = fanout.loops.iter();
        loops
            .flat_map(|part| &part.feedback)
            .for_each(|&(input, _)| self.wires.set(input, false));
        let gates = fanout.gates.iter();
        gates.for_each(|&gate| self.wires.count_gate(network, gate));
        self.read_outputs(network, fanout, outputs);
        (0..)
            .zip(&fanout.loops)
            .for_each(|(number, part)| self.touch(number, part));
        self.settle(fanout);
    }

    /// Reads all outputs from the wires, and removes false guards from the counts of their gates.
    fn read_outputs(&mut self, network: &Network, fanout: &Fanout, outputs: &OutputLayout) {
        self.row.clear();
        for guard in &fanout.guards {
            if !self.wires.value(guard.wire) {
                self.row.toggle_guard(guard);
                let gates = guard.gates.iter();
                gates.for_each(|&gate| self.wires.false_inputs[gate as usize] -= 1);
            }
        }
        let mut read = |wire: Wire, bit: usize| {
            if self.wires.value(wire) {
                self.row.flip(bit as u32);
            }
        };
        let wires = outputs.wires(network);
        wires.for_each(|(wire, bit)| read(wire, bit));
        for part in &fanout.loops {
            let drivers = part.feedback.iter().zip(part.drivers.start * 64..);
            drivers.for_each(|(&(_, driver), bit)| read(driver, bit));
        }
    }

    /// The words of the state.
    pub fn state(&self) -> &[u64] {
        &self.state
    }

    /// Switches to another state; the moves stay.
    pub fn set_state(&mut self, network: &Network, fanout: &Fanout, state: &[u64]) {
        for (at, &word) in state.iter().enumerate() {
            let mut changed = std::mem::replace(&mut self.state[at], word) ^ word;
            while changed != 0 {
                let fluent = at as u32 * 64 + changed.trailing_zeros();
                changed &= changed - 1;
                self.flip(fanout, network.fluents.start + fluent);
            }
        }
        self.settle(fanout);
    }

    /// Switches to another joint move, given by its input nodes.
    pub fn set_moves(&mut self, fanout: &Fanout, nodes: &[u32]) {
        if self.moves == nodes {
            return;
        }
        let mut moves = std::mem::take(&mut self.moves);
        let (gone, new) = (&moves, nodes);
        let gone = gone.iter().filter(|node| !nodes.contains(node));
        gone.for_each(|&node| self.flip(fanout, node));
        let new = new.iter().filter(|node| !moves.contains(node));
        new.for_each(|&node| self.flip(fanout, node));
        moves.clear();
        moves.extend_from_slice(nodes);
        self.moves = moves;
        self.settle(fanout);
    }

    /// Inverts an input node.
    fn flip(&mut self, fanout: &Fanout, node: u32) {
        self.wires.false_inputs[node as usize] ^= 1;
        self.propagate(fanout, node);
    }

    /// Propagates the change of a node to everything that depends on it.
    #[inline]
    fn propagate(&mut self, fanout: &Fanout, node: u32) {
        let (plain, inverted, sinks) = fanout.of_node(node);
        let (fewer, more) = match self.wires.false_inputs[node as usize] {
            0 => (plain, inverted),
            _ => (inverted, plain),
        };
        for &gate in fewer {
            let false_inputs = &mut self.wires.false_inputs[gate as usize];
            *false_inputs -= 1;
            if *false_inputs == 0 {
                self.worklist.toggle(gate);
            }
        }
        for &gate in more {
            let false_inputs = &mut self.wires.false_inputs[gate as usize];
            *false_inputs += 1;
            if *false_inputs == 1 {
                self.worklist.toggle(gate);
            }
        }
        for &entry in sinks {
            match Sink::read(entry) {
                Sink::Answer(bit) => self.row.flip(bit),
                Sink::Guard(number) => self.row.toggle_guard(&fanout.guards[number as usize]),
                Sink::Loop(number) => self.touch(number, &fanout.loops[number as usize]),
            }
        }
    }

    /// Marks a loop for evaluation.
    fn touch(&mut self, number: u32, part: &LoopFanout) {
        self.touched.insert(number);
        self.limit = self.limit.min(part.nodes.start);
    }

    /// Propagates all changes.
    fn settle(&mut self, fanout: &Fanout) {
        self.worklist.rewind(0);
        loop {
            self.drain(fanout);
            let Some(number) = self.touched.pop_below(u32::MAX) else {
                return;
            };
            self.settle_loop(fanout, &fanout.loops[number as usize]);
            let next = self.touched.first();
            self.limit = next.map_or(u32::MAX, |next| fanout.loops[next as usize].nodes.start);
        }
    }

    /// Propagates changes up to the limit.
    fn drain(&mut self, fanout: &Fanout) {
        while let Some(node) = self.worklist.pop_below(self.limit) {
            self.propagate(fanout, node);
        }
    }

    /// Computes the least fixpoint of a loop: sets its inputs to false, then sets each input whose
    /// driver is true.
    ///
    /// Continuing from the old values would be wrong: facts that only support each other must not
    /// stay true. The cost depends on the facts that were true or become true, not on the size of
    /// the loop.
    fn settle_loop(&mut self, fanout: &Fanout, part: &LoopFanout) {
        for at in 0..part.inputs.len() {
            let holding = self.row.take(part.inputs.start + at);
            self.flip_inputs(fanout, part, at, holding);
        }
        self.drain_loop(fanout, part);
        loop {
            let mut changed = false;
            for at in 0..part.inputs.len() {
                let (driver, input) = (part.drivers.start + at, part.inputs.start + at);
                let new = self.row.word(driver) & !self.row.word(input);
                self.row.insert(input, new);
                self.flip_inputs(fanout, part, at, new);
                changed |= new != 0;
            }
            if !changed {
                return;
            }
            self.drain_loop(fanout, part);
        }
    }

    /// Inverts the loop inputs given by one word of bits.
    fn flip_inputs(&mut self, fanout: &Fanout, part: &LoopFanout, at: usize, bits: u64) {
        for bit in ones(&[bits]) {
            let (input, _) = part.feedback[at * 64 + bit as usize];
            self.flip(fanout, input);
        }
    }

    fn drain_loop(&mut self, fanout: &Fanout, part: &LoopFanout) {
        self.limit = part.nodes.end;
        self.worklist.rewind(part.nodes.start);
        self.drain(fanout);
    }
}
