//! Random logic with all features that the logic of games uses.

use super::super::allocate::{FIRST_FREE, frame};
use super::super::logic::{Address, Array, Logic};
use crate::network::Wire;
use fastrand::Rng;

/// Logic and the memory that it needs.
pub struct RandomLogic {
    pub logic: Logic,
    /// The used length of the frame.
    pub frame_length: u32,
    /// The lengths of the state arrays.
    pub states: usize,
    /// The number of stages.
    pub stages: usize,
    /// The addresses that are written.
    pub written: Vec<Address>,
}

/// Generates logic with up to a few thousand nodes; with few under Miri.
pub fn random_logic(rng: &mut Rng) -> RandomLogic {
    let mut generator = LogicGenerator {
        // Miri is slow, and finds in small graphs what it can find in large ones.
        size: 1 << rng.u32(2..if cfg!(miri) { 5 } else { 10 }),
        pool: Vec::new(),
        out: RandomLogic {
            logic: Logic::default(),
            frame_length: FIRST_FREE,
            states: rng.usize(1..80),
            stages: 1,
            written: Vec::new(),
        },
        next_written: 0,
        rng,
    };
    generator.inputs();
    for section in 0..generator.rng.usize(1..7) {
        match generator.rng.u32(..4) {
            0 => generator.add_loop(),
            1 if section > 0 => generator.stage(),
            _ => generator.out.logic.begin_section(),
        }
        generator.grow();
        generator.write();
    }
    generator.out
}

struct LogicGenerator<'a> {
    rng: &'a mut Rng,
    /// The approximate number of nodes per section.
    size: usize,
    /// Wires that gates may use.
    pool: Vec<Wire>,
    out: RandomLogic,
    next_written: u32,
}

impl LogicGenerator<'_> {
    fn frame_address(&mut self) -> Address {
        self.out.frame_length += 1;
        frame(self.out.frame_length - 1)
    }

    fn inputs(&mut self) {
        for index in 0..self.out.states as u32 {
            let array = Array::State;
            let wire = self.out.logic.input(Address { array, index });
            self.pool.push(wire);
        }
        for _ in 0..self.rng.usize(..20) {
            let address = self.frame_address();
            let wire = self.out.logic.input(address);
            self.pool.push(wire);
        }
    }

    fn random_wire(&mut self) -> Wire {
        // Recent wires are used more often, as in a game.
        let length = self.pool.len();
        let recent = length.min(30);
        let at = match self.rng.bool() {
            true => self.rng.usize(length - recent..length),
            false => self.rng.usize(..length),
        };
        self.pool[at].invert_if(self.rng.bool())
    }

    fn grow(&mut self) {
        let before = self.out.logic.nodes().len();
        for _ in 0..self.rng.usize(..=self.size) {
            let (a, b, c) = (self.random_wire(), self.random_wire(), self.random_wire());
            let logic = &mut self.out.logic;
            let made = match self.rng.u32(..5) {
                0 => logic.xor(a, b),
                1 => logic.or(a, b),
                2 => logic.choose(a, b, c),
                _ => logic.and(a, b),
            };
            self.pool.push(made);
        }
        if self.rng.u32(..3) == 0 {
            self.out.logic.keep_order_since(before);
        }
    }

    /// Writes some values, including inputs, constants and values of earlier sections. Later
    /// sections read some of them.
    fn write(&mut self) {
        let mut again = Vec::new();
        for _ in 0..self.rng.usize(..12) {
            let wire = match self.rng.u32(..12) {
                0 => Wire::FALSE,
                1 => Wire::TRUE,
                _ => self.random_wire(),
            };
            let address = match self.rng.bool() && self.next_written < self.out.states as u32 {
                true => {
                    self.next_written += 1;
                    let index = self.next_written - 1;
                    let array = Array::Next;
                    Address { array, index }
                }
                false => self.frame_address(),
            };
            self.out.logic.output(wire, address);
            self.out.written.push(address);
            if self.rng.u32(..4) == 0 {
                again.push(address);
            }
        }
        self.out.logic.begin_section();
        for address in again {
            let wire = self.out.logic.input(address);
            self.pool.push(wire);
        }
    }

    /// Adds a loop. Its feedback values only grow, so it terminates.
    fn add_loop(&mut self) {
        let addresses: Vec<Address> = (0..self.rng.usize(1..10))
            .map(|_| self.frame_address())
            .collect();
        self.out.logic.begin_section();
        let mut inputs = Vec::new();
        for &address in &addresses {
            self.out.logic.output(Wire::FALSE, address);
            inputs.push(self.out.logic.input(address));
        }
        self.pool.extend(&inputs);
        self.out.logic.begin_section();
        self.grow();
        for (address, input) in addresses.into_iter().zip(inputs) {
            let driver = self.random_wire();
            let grown = self.out.logic.or(input, driver);
            self.out.logic.feed_back(grown, address);
            self.pool.push(grown);
            self.out.written.push(address);
        }
        self.out.logic.begin_section();
    }

    fn stage(&mut self) {
        self.out.logic.begin_stage();
        self.out.stages += 1;
    }
}
