//! The choice of a random legal move for all lanes, where moves are too many for [`super::choice`] or have weights.
//!
//! The same method, bit-sliced, in blocks of eight moves of which most are skipped: count what is legal, draw a rank, walk to it.
//! Draws are repeated until every lane has a rank, so the choice is exactly proportional to the weights.

use super::build::MovePlaces;
use super::random::Random;
use super::wide::Wide;

/// Moves that are looked at together.
const BLOCK: usize = 8;
/// Bits of the largest total: 2²⁴ moves of weight 1, or 2¹⁶ of weight 255.
const TOTAL_BITS: usize = 25;
/// Bits of the total of a block: eight times 255.
const BLOCK_BITS: usize = 11;

/// What the choice of one role keeps from step to step.
pub struct Picker<V> {
    /// The bits of the totals of all blocks that are not empty, one after the other, lowest first.
    bits: Vec<V>,
    /// How many bits each block has; none if no lane has a legal move in it.
    widths: Vec<u8>,
    /// Blocks in which a move was made in the last step.
    used: Vec<bool>,
}

/// A number for each lane, lowest bit first.
type Number<'a, V> = &'a mut [V];

/// Adds a number to the lanes of a mask.
#[inline(always)]
fn add_weight<V: Wide>(number: Number<V>, weight: u32, mask: V) {
    let mut carry = V::zeros();
    for (at, bit) in number.iter_mut().enumerate() {
        let other = if weight >> at & 1 == 1 {
            mask
        } else {
            V::zeros()
        };
        let differ = bit.xor(other);
        let both = bit.and(other);
        *bit = differ.xor(carry);
        carry = both.or(differ.and(carry));
    }
}

/// Adds a number that is not wider.
#[inline(always)]
fn add<V: Wide>(number: Number<V>, other: &[V]) {
    let mut carry = V::zeros();
    let (low, high) = number.split_at_mut(other.len());
    for (bit, &other) in low.iter_mut().zip(other) {
        let differ = bit.xor(other);
        let both = bit.and(other);
        *bit = differ.xor(carry);
        carry = both.or(differ.and(carry));
    }
    for bit in high {
        if !carry.any() {
            break;
        }
        let before = *bit;
        *bit = before.xor(carry);
        carry = before.and(carry);
    }
}

/// Subtracts a number that is not wider; the lanes in which it was the greater one.
#[inline(always)]
fn subtract<V: Wide>(number: Number<V>, other: &[V]) -> V {
    let mut borrow = V::zeros();
    let (low, high) = number.split_at_mut(other.len());
    for (bit, &other) in low.iter_mut().zip(other) {
        let differ = bit.xor(other);
        let less = bit.and_not(other);
        *bit = differ.xor(borrow);
        borrow = less.or(differ.and_not(borrow));
    }
    for bit in high {
        let before = *bit;
        *bit = before.xor(borrow);
        borrow = before.and_not(borrow);
    }
    borrow
}

/// Subtracts a weight in the lanes of a mask; the lanes of the mask that had less.
#[inline(always)]
fn take_weight<V: Wide>(number: Number<V>, weight: u32, mask: V) -> V {
    let mut borrow = V::zeros();
    for (at, bit) in number.iter_mut().enumerate() {
        let other = if weight >> at & 1 == 1 {
            mask
        } else {
            V::zeros()
        };
        let differ = bit.xor(other);
        let less = bit.and_not(other);
        *bit = differ.xor(borrow);
        borrow = less.or(differ.and_not(borrow));
    }
    borrow
}

impl<V: Wide> Picker<V> {
    /// For a role with so many moves.
    pub fn new(moves: usize) -> Picker<V> {
        Picker {
            bits: Vec::new(),
            widths: Vec::new(),
            // What the frame holds before the first step is not known.
            used: vec![true; moves.div_ceil(BLOCK)],
        }
    }

    /// Marks one legal move of each lane as made, all equally likely; returns the lanes that have none.
    #[inline(always)]
    pub fn pick(&mut self, moves: &[MovePlaces], frame: &mut [V], random: &mut Random<V>) -> V {
        self.clear(moves, frame);
        self.attempt(moves, frame, random, V::ones(), |_| 1)
    }

    /// The same with weights; moves count equally where all legal moves of a lane weigh nothing.
    #[inline(always)]
    pub fn pick_weighted(
        &mut self,
        moves: &[MovePlaces],
        frame: &mut [V],
        random: &mut Random<V>,
        weight: impl Fn(u32) -> u32 + Copy,
    ) -> V {
        self.clear(moves, frame);
        let none = self.attempt(moves, frame, random, V::ones(), weight);
        match none.any() {
            false => none,
            true => self.attempt(moves, frame, random, none, |_| 1),
        }
    }

    /// Takes back the moves of the last step.
    #[inline(always)]
    fn clear(&mut self, moves: &[MovePlaces], frame: &mut [V]) {
        for (block, used) in moves.chunks(BLOCK).zip(&mut self.used) {
            if std::mem::replace(used, false) {
                for one in block {
                    frame[one.made.index as usize] = V::zeros();
                }
            }
        }
    }

    /// Chooses in the lanes of a mask; the lanes of the mask in which the total weight is nothing.
    #[inline(always)]
    fn attempt(
        &mut self,
        moves: &[MovePlaces],
        frame: &mut [V],
        random: &mut Random<V>,
        lanes: V,
        weight: impl Fn(u32) -> u32 + Copy,
    ) -> V {
        let mut total = [V::zeros(); TOTAL_BITS];
        let width = self.count(moves, frame, &mut total, weight);
        let total = &total[..width];
        let mut some = V::zeros();
        for &bit in total {
            some = some.or(bit);
        }
        let mut rank = [V::zeros(); TOTAL_BITS];
        let rank = &mut rank[..width];
        draw(total, some.and(lanes), random, rank);
        self.walk(moves, frame, rank, some.and(lanes), weight);
        some.and_not(lanes)
    }

    /// The total of each block and of all; how many bits the latter has.
    #[inline(always)]
    fn count(
        &mut self,
        moves: &[MovePlaces],
        frame: &[V],
        total: Number<V>,
        weight: impl Fn(u32) -> u32,
    ) -> usize {
        let sum: u64 = moves.iter().map(|one| u64::from(weight(one.number))).sum();
        let width = bits(sum).min(TOTAL_BITS);
        self.bits.clear();
        self.widths.clear();
        for block in moves.chunks(BLOCK) {
            let mut any = V::zeros();
            for one in block {
                any = any.or(frame[one.legal.index as usize]);
            }
            if !any.any() {
                self.widths.push(0);
                continue;
            }
            let sum: u64 = block.iter().map(|one| u64::from(weight(one.number))).sum();
            let mut number = [V::zeros(); BLOCK_BITS];
            let number = &mut number[..bits(sum).min(BLOCK_BITS)];
            for one in block {
                let legal = frame[one.legal.index as usize];
                add_weight(number, weight(one.number), legal);
            }
            add(&mut total[..width], number);
            self.widths.push(number.len() as u8);
            self.bits.extend_from_slice(number);
        }
        width
    }

    #[inline(always)]
    fn walk(
        &mut self,
        moves: &[MovePlaces],
        frame: &mut [V],
        rank: Number<V>,
        lanes: V,
        weight: impl Fn(u32) -> u32,
    ) {
        let mut bits = &self.bits[..];
        let mut open = lanes;
        let blocks = moves.chunks(BLOCK).zip(&self.widths).zip(&mut self.used);
        for ((block, &width), used) in blocks {
            let (total, rest) = bits.split_at(usize::from(width));
            bits = rest;
            if width == 0 {
                continue;
            }
            let mut low = [V::zeros(); BLOCK_BITS];
            let low = &mut low[..total.len()];
            low.copy_from_slice(&rank[..total.len()]);
            let here = subtract(rank, total).and(open);
            if !here.any() {
                continue;
            }
            open = here.and_not(open);
            *used = true;
            let mut here = here;
            for one in block {
                let legal = frame[one.legal.index as usize].and(here);
                let picked = take_weight(low, weight(one.number), legal);
                here = picked.and_not(here);
                let made = &mut frame[one.made.index as usize];
                *made = made.or(picked);
            }
        }
    }
}

/// A random number below the total in some lanes.
#[inline(always)]
fn draw<V: Wide>(total: &[V], lanes: V, random: &mut Random<V>, rank: Number<V>) {
    let width = total.len();
    let mut last = [V::zeros(); TOTAL_BITS];
    last[..width].copy_from_slice(total);
    take_weight(&mut last[..width], 1, V::ones());
    let mut mask = [V::zeros(); TOTAL_BITS];
    let mut above = V::zeros();
    for at in (0..width).rev() {
        above = above.or(last[at]);
        mask[at] = above;
    }
    let mut open = lanes;
    while open.any() {
        let mut drawn = [V::zeros(); TOTAL_BITS];
        let mut greater = V::zeros();
        for (at, bit) in drawn.iter_mut().enumerate().take(width) {
            *bit = random.next().and(mask[at]);
            let differ = bit.xor(last[at]);
            greater = differ.choose(*bit, greater);
        }
        let good = greater.and_not(open);
        for (rank, drawn) in rank.iter_mut().zip(drawn) {
            *rank = good.choose(drawn, *rank);
        }
        open = open.and(greater);
    }
}

fn bits(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()) as usize
}
