//! The choice of a random legal move as logic: no lane waits for another, and none is treated differently.
//!
//! The rank of the move is drawn by rejection: as many random bits as the number of legal moves minus one has, taken if they do not
//! exceed it. That is exactly uniform. A lane whose draws all fail makes no move in this step; since failing depends on nothing but
//! fresh random bits and the number of moves, waiting does not favour any move.

use super::logic::Logic;
use super::number::{Number, count, decrement, fill_down, is_greater, subtract};
use crate::network::Wire;

/// The move of one role.
pub struct Choice {
    /// For each legal wire, whether it was chosen.
    pub chosen: Vec<Wire>,
    /// Whether no draw was good.
    pub failed: Wire,
    /// Whether no move is legal.
    pub stuck: Wire,
}

/// How many moves are walked through together: a block is skipped over by subtracting its count once.
const BLOCK: usize = 8;

/// Chooses among the legal wires. `random` gives a fresh random wire at each call.
pub fn choose_move(
    logic: &mut Logic,
    legal: &[Wire],
    trials: usize,
    random: &mut dyn FnMut(&mut Logic) -> Wire,
) -> Choice {
    if legal.len() == 1 {
        return Choice {
            chosen: legal.to_vec(),
            failed: Wire::FALSE,
            stuck: !legal[0],
        };
    }
    let blocks: Vec<Number> = legal
        .chunks(BLOCK)
        .map(|block| count(logic, block))
        .collect();
    let total = sum(logic, blocks.clone());
    let some = total
        .iter()
        .fold(Wire::FALSE, |some, &bit| logic.or(some, bit));
    let last = decrement(logic, &total);
    let (rank, failed) = draw(logic, &last, trials, random);
    Choice {
        chosen: walk(logic, legal, &blocks, rank),
        failed,
        stuck: !some,
    }
}

/// Adds numbers pairwise, so that narrow ones meet narrow ones.
fn sum(logic: &mut Logic, mut numbers: Vec<Number>) -> Number {
    while numbers.len() > 1 {
        let pairs = numbers.chunks(2).map(|pair| match pair {
            [a, b] => add(logic, a, b),
            _ => pair[0].clone(),
        });
        numbers = pairs.collect();
    }
    numbers.pop().unwrap_or_default()
}

fn add(logic: &mut Logic, a: &[Wire], b: &[Wire]) -> Number {
    let mut carry = Wire::FALSE;
    let mut result = Number::new();
    for at in 0..a.len().max(b.len()) {
        let bit = |number: &[Wire]| number.get(at).copied().unwrap_or(Wire::FALSE);
        let (a, b) = (bit(a), bit(b));
        let differ = logic.xor(a, b);
        result.push(logic.xor(differ, carry));
        carry = logic.choose(differ, carry, a);
    }
    if carry != Wire::FALSE {
        result.push(carry);
    }
    result
}

/// A random number that is at most `last`, and whether every trial gave a greater one.
fn draw(
    logic: &mut Logic,
    last: &[Wire],
    trials: usize,
    random: &mut dyn FnMut(&mut Logic) -> Wire,
) -> (Number, Wire) {
    let mask = fill_down(logic, last);
    let mut rank = Number::new();
    let mut failed = Wire::TRUE;
    // One bit never exceeds its mask.
    let trials = if last.len() == 1 { 1 } else { trials };
    for _ in 0..trials {
        let mut drawn = Number::new();
        for &wanted in &mask {
            let bit = random(logic);
            drawn.push(logic.and(bit, wanted));
        }
        let too_great = is_greater(logic, &drawn, last);
        rank = match rank.is_empty() {
            true => drawn,
            false => select(logic, failed, &drawn, &rank),
        };
        failed = logic.and(failed, too_great);
    }
    (rank, if last.len() == 1 { Wire::FALSE } else { failed })
}

fn select(logic: &mut Logic, condition: Wire, yes: &[Wire], no: &[Wire]) -> Number {
    let pairs = yes.iter().zip(no);
    pairs
        .map(|(&yes, &no)| logic.choose(condition, yes, no))
        .collect()
}

/// Marks the legal wire that has as many legal ones before it as the rank says.
fn walk(logic: &mut Logic, legal: &[Wire], blocks: &[Number], mut rank: Number) -> Vec<Wire> {
    let mut chosen = Vec::with_capacity(legal.len());
    let lone = blocks.len() == 1;
    for (block, count) in legal.chunks(BLOCK).zip(blocks) {
        let mut low: Number = rank.iter().copied().take(bits(block.len() - 1)).collect();
        let here = match lone {
            true => Wire::TRUE,
            false => subtract(logic, &mut rank, count),
        };
        for &wire in block {
            let open = logic.and(here, wire);
            let picked = take_one(logic, &mut low, open);
            chosen.push(picked);
        }
    }
    chosen
}

/// Subtracts one where `open` holds; tells where the number was zero before.
fn take_one(logic: &mut Logic, number: &mut [Wire], open: Wire) -> Wire {
    let mut borrow = open;
    for bit in number.iter_mut() {
        let before = *bit;
        *bit = logic.xor(before, borrow);
        borrow = logic.and(!before, borrow);
    }
    borrow
}

/// How many bits a number has.
fn bits(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}
