//! Random logic with everything that the logic of games has.

use super::super::allocate::{FIRST_FREE, frame};
use super::super::logic::{Array, Logic, Place};
use crate::network::Wire;
use fastrand::Rng;

/// Logic and the memory that it was made for.
pub struct RandomLogic {
    pub logic: Logic,
    /// How much of the frame it uses.
    pub frame_length: u32,
    /// The lengths of the arrays of states.
    pub states: usize,
    /// How many stages there are.
    pub stages: usize,
    /// The places that are written.
    pub written: Vec<Place>,
}

/// Makes logic of up to a few thousand nodes.
pub fn random_logic(rng: &mut Rng) -> RandomLogic {
    let mut maker = Maker {
        size: 1 << rng.u32(2..10),
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
    maker.inputs();
    for section in 0..maker.rng.usize(1..7) {
        match maker.rng.u32(..4) {
            0 => maker.repeated(),
            1 if section > 0 => maker.stage(),
            _ => maker.out.logic.begin_section(),
        }
        maker.grow();
        maker.write();
    }
    maker.out
}

struct Maker<'a> {
    rng: &'a mut Rng,
    /// About how many nodes a section has.
    size: usize,
    /// What gates may be made of.
    pool: Vec<Wire>,
    out: RandomLogic,
    next_written: u32,
}

impl Maker<'_> {
    fn frame_place(&mut self) -> Place {
        self.out.frame_length += 1;
        frame(self.out.frame_length - 1)
    }

    fn inputs(&mut self) {
        for index in 0..self.out.states as u32 {
            let array = Array::State;
            let wire = self.out.logic.input(Place { array, index });
            self.pool.push(wire);
        }
        for _ in 0..self.rng.usize(..20) {
            let place = self.frame_place();
            let wire = self.out.logic.input(place);
            self.pool.push(wire);
        }
    }

    fn any(&mut self) -> Wire {
        // What was made lately is used more often, as in a game.
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
            let (a, b, c) = (self.any(), self.any(), self.any());
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

    /// Writes some values, among them inputs, constants and what earlier sections made; later sections read some of them.
    fn write(&mut self) {
        let mut again = Vec::new();
        for _ in 0..self.rng.usize(..12) {
            let wire = match self.rng.u32(..12) {
                0 => Wire::FALSE,
                1 => Wire::TRUE,
                _ => self.any(),
            };
            let place = match self.rng.bool() && self.next_written < self.out.states as u32 {
                true => {
                    self.next_written += 1;
                    let index = self.next_written - 1;
                    let array = Array::Next;
                    Place { array, index }
                }
                false => self.frame_place(),
            };
            self.out.logic.output(wire, place);
            self.out.written.push(place);
            if self.rng.u32(..4) == 0 {
                again.push(place);
            }
        }
        self.out.logic.begin_section();
        for place in again {
            let wire = self.out.logic.input(place);
            self.pool.push(wire);
        }
    }

    /// A part that runs until nothing changes. What is fed back only ever grows, so it comes to an end.
    fn repeated(&mut self) {
        let places: Vec<Place> = (0..self.rng.usize(1..10))
            .map(|_| self.frame_place())
            .collect();
        self.out.logic.begin_section();
        let mut inputs = Vec::new();
        for &place in &places {
            self.out.logic.output(Wire::FALSE, place);
            inputs.push(self.out.logic.input(place));
        }
        self.pool.extend(&inputs);
        self.out.logic.begin_section();
        self.grow();
        for (place, input) in places.into_iter().zip(inputs) {
            let driver = self.any();
            let grown = self.out.logic.or(input, driver);
            self.out.logic.feed_back(grown, place);
            self.pool.push(grown);
            self.out.written.push(place);
        }
        self.out.logic.begin_section();
    }

    fn stage(&mut self) {
        self.out.logic.begin_stage();
        self.out.stages += 1;
    }
}
