//! Compares arithmetic on wires with integer arithmetic.

use super::super::allocate::{FIRST_FREE, frame};
use super::super::arithmetic::{decrement, fill_down, is_greater, subtract, sum};
use super::super::logic::Logic;
use super::Memory;
use super::logic_evaluator::LogicEvaluator;
use crate::network::Wire;
use fastrand::Rng;

/// Logic with input wires; reads rows of wires as numbers in each of 512 lanes.
pub struct LogicFixture {
    pub logic: Logic,
    inputs: u32,
}

impl LogicFixture {
    pub fn new() -> LogicFixture {
        LogicFixture {
            logic: Logic::default(),
            inputs: 0,
        }
    }

    /// A new input wire.
    pub fn input(&mut self) -> Wire {
        self.inputs += 1;
        self.logic.input(frame(FIRST_FREE + self.inputs - 1))
    }

    pub fn inputs(&mut self, count: usize) -> Vec<Wire> {
        (0..count).map(|_| self.input()).collect()
    }

    /// Memory with random inputs.
    pub fn memory(&self, rng: &mut Rng) -> Memory {
        Memory::new([(FIRST_FREE + self.inputs) as usize, 0, 0], rng)
    }

    /// Evaluates all logic; returns a function that reads a row of wires as a number in a lane.
    pub fn evaluate(&self, mut memory: Memory) -> impl Fn(&[Wire], usize) -> u64 {
        let mut direct = LogicEvaluator::new(&self.logic);
        direct.run(0, &mut memory);
        move |wires, lane| {
            let bit = |wire: &Wire| direct.value(*wire, &memory)[lane / 64] >> (lane % 64) & 1;
            let bits = wires.iter().enumerate();
            bits.map(|(at, wire)| bit(wire) << at).sum()
        }
    }
}

#[test]
fn sum_counts_true_wires() {
    let mut rng = Rng::with_seed(1);
    for wires in 0..70 {
        let mut fixture = LogicFixture::new();
        let mut legal = fixture.inputs(wires);
        // Constants and repeated wires count, too.
        if wires % 5 == 4 {
            legal.extend([Wire::TRUE, Wire::FALSE, Wire::TRUE, legal[0], !legal[1]]);
        }
        let total = sum(&mut fixture.logic, vec![legal.clone()]);
        let value = fixture.evaluate(fixture.memory(&mut rng));
        for lane in 0..512 {
            let expected: u64 = legal.iter().map(|&wire| value(&[wire], lane)).sum();
            assert_eq!(value(&total, lane), expected);
        }
    }
}

#[test]
fn arithmetic_matches_integers() {
    let mut rng = Rng::with_seed(2);
    for width in 1..9 {
        for narrow in 1..=width {
            let mut fixture = LogicFixture::new();
            let a = fixture.inputs(width);
            let (b, c) = (fixture.inputs(width), fixture.inputs(narrow));
            let less = decrement(&mut fixture.logic, &a);
            let filled = fill_down(&mut fixture.logic, &a);
            let greater = is_greater(&mut fixture.logic, &a, &b);
            let mut rest = a.clone();
            let borrow = subtract(&mut fixture.logic, &mut rest, &c);
            let value = fixture.evaluate(fixture.memory(&mut rng));
            for lane in 0..512 {
                let number = |wires: &[Wire]| value(wires, lane);
                let mask = (1 << width) - 1;
                let (x, y, z) = (number(&a), number(&b), number(&c));
                assert_eq!(number(&less), x.wrapping_sub(1) & mask);
                assert_eq!(number(&filled), (1 << (64 - x.leading_zeros())) - 1);
                assert_eq!(number(&[greater]) == 1, x > y);
                assert_eq!(number(&rest), x.wrapping_sub(z) & mask);
                assert_eq!(number(&[borrow]) == 1, z > x);
            }
        }
    }
}
