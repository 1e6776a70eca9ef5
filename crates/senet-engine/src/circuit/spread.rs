//! Changes spread through the network, and nothing else is looked at.

use super::agenda::Agenda;
use super::answers::{Answers, ones};
use super::guards::Row;
use super::wires::Wires;
use super::wiring::{LoopWiring, Sink, Wiring};
use crate::network::{Network, Wire};

/// The wires of one state and joint move, with all that is needed to go on to another.
#[derive(Clone, Debug)]
pub struct Live {
    /// The values. Gates that the wiring leaves out are not kept up to date.
    pub wires: Wires,
    /// The answers, bit by bit; see [`Answers`].
    pub row: Row,
    state: Vec<u64>,
    /// The input nodes of the joint move.
    moves: Vec<u32>,
    agenda: Agenda,
    /// The loops that must be settled anew.
    touched: Agenda,
    /// Where changes stop spreading: the first node of the first loop that must be settled.
    limit: u32,
}

impl Live {
    /// Works everything out for a state, gate after gate, with no moves made.
    pub fn new(network: &Network, wiring: &Wiring, answers: &Answers, state: &[u64]) -> Live {
        let mut live = Live {
            wires: Wires::new(network),
            row: Row::new(answers.words),
            state: state.to_vec(),
            moves: Vec::new(),
            agenda: Agenda::new(network.gates.len()),
            touched: Agenda::new(wiring.loops.len()),
            limit: u32::MAX,
        };
        live.wires.falses[0] = 1;
        live.rebuild(network, wiring, answers, state);
        live
    }

    /// Works everything out anew for a state.
    pub fn rebuild(
        &mut self,
        network: &Network,
        wiring: &Wiring,
        answers: &Answers,
        state: &[u64],
    ) {
        self.moves
            .drain(..)
            .for_each(|node| self.wires.set(node, false));
        self.state.copy_from_slice(state);
        self.wires.set_state(network, state);
        // With their inputs false, loops are like the rest of the network; then they are settled like after any change.
        let loops = wiring.loops.iter();
        loops
            .flat_map(|part| &part.feedback)
            .for_each(|&(input, _)| self.wires.set(input, false));
        let gates = wiring.gates.iter();
        gates.for_each(|&gate| self.wires.count_gate(network, gate));
        self.read_answers(network, wiring, answers);
        (0..)
            .zip(&wiring.loops)
            .for_each(|(number, part)| self.touch(number, part));
        self.settle(wiring);
    }

    /// Reads all answers from the wires, and leaves guards out of the gates that they guard.
    fn read_answers(&mut self, network: &Network, wiring: &Wiring, answers: &Answers) {
        self.row.clear();
        for guard in &wiring.guards {
            if !self.wires.value(guard.wire) {
                self.row.turn(guard);
                let gates = guard.gates.iter();
                gates.for_each(|&gate| self.wires.falses[gate as usize] -= 1);
            }
        }
        let mut read = |wire: Wire, bit: usize| {
            if self.wires.value(wire) {
                self.row.flip(bit as u32);
            }
        };
        let wires = answers.wires(network);
        wires.for_each(|(wire, bit)| read(wire, bit));
        for part in &wiring.loops {
            let drivers = part.feedback.iter().zip(part.drivers.start * 64..);
            drivers.for_each(|(&(_, driver), bit)| read(driver, bit));
        }
    }

    /// The words of the state.
    pub fn state(&self) -> &[u64] {
        &self.state
    }

    /// Goes on to another state; the moves stay.
    pub fn set_state(&mut self, network: &Network, wiring: &Wiring, state: &[u64]) {
        for (at, &word) in state.iter().enumerate() {
            let mut changed = std::mem::replace(&mut self.state[at], word) ^ word;
            while changed != 0 {
                let fluent = at as u32 * 64 + changed.trailing_zeros();
                changed &= changed - 1;
                self.flip(wiring, network.fluents.start + fluent);
            }
        }
        self.settle(wiring);
    }

    /// Goes on to another joint move, given by its input nodes.
    pub fn set_moves(&mut self, wiring: &Wiring, nodes: &[u32]) {
        if self.moves == nodes {
            return;
        }
        let mut moves = std::mem::take(&mut self.moves);
        let (gone, new) = (&moves, nodes);
        let gone = gone.iter().filter(|node| !nodes.contains(node));
        gone.for_each(|&node| self.flip(wiring, node));
        let new = new.iter().filter(|node| !moves.contains(node));
        new.for_each(|&node| self.flip(wiring, node));
        moves.clear();
        moves.extend_from_slice(nodes);
        self.moves = moves;
        self.settle(wiring);
    }

    /// Changes an input node.
    fn flip(&mut self, wiring: &Wiring, node: u32) {
        self.wires.falses[node as usize] ^= 1;
        self.spread(wiring, node);
    }

    /// Tells all that depends on a node that it changed.
    #[inline]
    fn spread(&mut self, wiring: &Wiring, node: u32) {
        let (plain, inverted, sinks) = wiring.of_node(node);
        let (fewer, more) = match self.wires.falses[node as usize] {
            0 => (plain, inverted),
            _ => (inverted, plain),
        };
        for &gate in fewer {
            let falses = &mut self.wires.falses[gate as usize];
            *falses -= 1;
            if *falses == 0 {
                self.agenda.toggle(gate);
            }
        }
        for &gate in more {
            let falses = &mut self.wires.falses[gate as usize];
            *falses += 1;
            if *falses == 1 {
                self.agenda.toggle(gate);
            }
        }
        for &entry in sinks {
            match Sink::read(entry) {
                Sink::Answer(bit) => self.row.flip(bit),
                Sink::Guard(number) => self.row.turn(&wiring.guards[number as usize]),
                Sink::Loop(number) => self.touch(number, &wiring.loops[number as usize]),
            }
        }
    }

    /// Notes that a loop must be settled.
    fn touch(&mut self, number: u32, part: &LoopWiring) {
        self.touched.insert(number);
        self.limit = self.limit.min(part.nodes.start);
    }

    /// Lets all changes spread until there are none.
    fn settle(&mut self, wiring: &Wiring) {
        self.agenda.rewind(0);
        loop {
            self.drain(wiring);
            let Some(number) = self.touched.pop_below(u32::MAX) else {
                return;
            };
            self.settle_loop(wiring, &wiring.loops[number as usize]);
            let next = self.touched.first();
            self.limit = next.map_or(u32::MAX, |next| wiring.loops[next as usize].nodes.start);
        }
    }

    /// Lets changes spread up to the limit.
    fn drain(&mut self, wiring: &Wiring) {
        while let Some(node) = self.agenda.pop_below(self.limit) {
            self.spread(wiring, node);
        }
    }

    /// The least fixpoint of a loop: its inputs become false, and then true as far as their drivers say so.
    ///
    /// What is true only by means of itself must not stay true, so that it does not do to go on from the former values. It takes
    /// time for what was true and what becomes true, not for the whole loop.
    fn settle_loop(&mut self, wiring: &Wiring, part: &LoopWiring) {
        for at in 0..part.inputs.len() {
            let holding = self.row.take(part.inputs.start + at);
            self.flip_inputs(wiring, part, at, holding);
        }
        self.drain_loop(wiring, part);
        loop {
            let mut changed = false;
            for at in 0..part.inputs.len() {
                let (driver, input) = (part.drivers.start + at, part.inputs.start + at);
                let new = self.row.word(driver) & !self.row.word(input);
                self.row.insert(input, new);
                self.flip_inputs(wiring, part, at, new);
                changed |= new != 0;
            }
            if !changed {
                return;
            }
            self.drain_loop(wiring, part);
        }
    }

    /// Flips the inputs of a loop that one word of bits tells.
    fn flip_inputs(&mut self, wiring: &Wiring, part: &LoopWiring, at: usize, bits: u64) {
        for bit in ones(&[bits]) {
            let (input, _) = part.feedback[at * 64 + bit as usize];
            self.flip(wiring, input);
        }
    }

    fn drain_loop(&mut self, wiring: &Wiring, part: &LoopWiring) {
        self.limit = part.nodes.end;
        self.agenda.rewind(part.nodes.start);
        self.drain(wiring);
    }
}
