//! Chooses a random legal move in all lanes. Used if there are too many moves for
//! [`super::move_choice`], or if moves have weights.
//!
//! The method is the same, bit-sliced: count the legal moves, draw a rank, and find its move. It
//! works on blocks of eight moves, and skips blocks without legal moves. Draws are repeated until
//! every lane has a rank, so the probabilities are exactly proportional to the weights.

use super::lane_rng::LaneRng;
use super::step_logic::MoveAddresses;
use super::vector::{Detected, LaneVector};

/// Number of moves per block.
const BLOCK: usize = 8;
/// Bits of the largest total: 2²⁴ moves of weight 1, or 2¹⁶ moves of weight 255.
const TOTAL_BITS: usize = 25;
/// Bits of the largest total of a block: 8 moves of weight 255.
const BLOCK_BITS: usize = 11;

/// The working memory of one role's choice.
pub struct MovePicker<V> {
    /// The total weight of each block with legal moves, in binary, lowest bit first. The blocks follow one another.
    bits: Vec<V>,
    /// The number of bits of each block's total; zero if no lane has a legal move in it.
    widths: Vec<u8>,
    /// Marks the blocks with a move that was made in the last step.
    used: Vec<bool>,
}

/// A number for each lane, lowest bit first.
type WireNumber<'a, V> = &'a mut [V];

/// Adds a weight to the numbers of the masked lanes.
#[inline(always)]
fn add_weight<V: LaneVector>(number: WireNumber<V>, weight: u32, mask: V) {
    let cpu = mask.cpu();
    let mut carry = cpu.zeros();
    for (at, bit) in number.iter_mut().enumerate() {
        let other = if weight >> at & 1 == 1 {
            mask
        } else {
            cpu.zeros()
        };
        let differ = bit.xor(other);
        let both = bit.and(other);
        *bit = differ.xor(carry);
        carry = both.or(differ.and(carry));
    }
}

/// Adds a number that has at most as many bits.
#[inline(always)]
fn add<V: LaneVector>(cpu: Detected<V>, number: WireNumber<V>, other: &[V]) {
    let mut carry = cpu.zeros();
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

/// Subtracts a number that has at most as many bits. Returns the lanes in which it was greater.
#[inline(always)]
fn subtract<V: LaneVector>(cpu: Detected<V>, number: WireNumber<V>, other: &[V]) -> V {
    let mut borrow = cpu.zeros();
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

/// Subtracts a weight from the numbers of the masked lanes. Returns the masked lanes in which it was greater.
#[inline(always)]
fn subtract_weight<V: LaneVector>(number: WireNumber<V>, weight: u32, mask: V) -> V {
    let cpu = mask.cpu();
    let mut borrow = cpu.zeros();
    for (at, bit) in number.iter_mut().enumerate() {
        let other = if weight >> at & 1 == 1 {
            mask
        } else {
            cpu.zeros()
        };
        let differ = bit.xor(other);
        let less = bit.and_not(other);
        *bit = differ.xor(borrow);
        borrow = less.or(differ.and_not(borrow));
    }
    borrow
}

impl<V: LaneVector> MovePicker<V> {
    /// A picker for a role with this number of moves.
    pub fn new(moves: usize) -> MovePicker<V> {
        MovePicker {
            bits: Vec::new(),
            widths: Vec::new(),
            // The frame contents before the first step are unknown.
            used: vec![true; moves.div_ceil(BLOCK)],
        }
    }

    /// Marks one legal move per lane as made, uniformly; returns the lanes without legal moves.
    #[inline(always)]
    pub fn pick(&mut self, moves: &[MoveAddresses], frame: &mut [V], random: &mut LaneRng<V>) -> V {
        let cpu = random.cpu();
        self.clear(cpu, moves, frame);
        self.pick_in(moves, frame, random, cpu.ones(), |_| 1)
    }

    /// Like [`MovePicker::pick`], but proportional to weights. If all legal moves of a lane weigh
    /// zero, its choice is uniform.
    #[inline(always)]
    pub fn pick_weighted(
        &mut self,
        moves: &[MoveAddresses],
        frame: &mut [V],
        random: &mut LaneRng<V>,
        weight: impl Fn(u32) -> u32 + Copy,
    ) -> V {
        let cpu = random.cpu();
        self.clear(cpu, moves, frame);
        let none = self.pick_in(moves, frame, random, cpu.ones(), weight);
        match none.any() {
            false => none,
            true => self.pick_in(moves, frame, random, none, |_| 1),
        }
    }

    /// Clears the moves that were picked last.
    #[inline(always)]
    pub fn clear(&mut self, cpu: Detected<V>, moves: &[MoveAddresses], frame: &mut [V]) {
        for (block, used) in moves.chunks(BLOCK).zip(&mut self.used) {
            if std::mem::replace(used, false) {
                for one in block {
                    frame[one.made.index as usize] = cpu.zeros();
                }
            }
        }
    }

    /// Chooses in the lanes of a mask; returns the masked lanes whose total weight is zero.
    #[inline(always)]
    fn pick_in(
        &mut self,
        moves: &[MoveAddresses],
        frame: &mut [V],
        random: &mut LaneRng<V>,
        lanes: V,
        weight: impl Fn(u32) -> u32 + Copy,
    ) -> V {
        let cpu = lanes.cpu();
        let mut total = [cpu.zeros(); TOTAL_BITS];
        let width = self.count(moves, frame, &mut total, weight);
        let total = &total[..width];
        let mut some = cpu.zeros();
        for &bit in total {
            some = some.or(bit);
        }
        let mut rank = [cpu.zeros(); TOTAL_BITS];
        let rank = &mut rank[..width];
        draw(total, some.and(lanes), random, rank);
        self.mark_ranks(moves, frame, rank, some.and(lanes), weight);
        some.and_not(lanes)
    }

    /// Computes the total of each block and the grand total. Returns the number of bits of the
    /// grand total.
    #[inline(always)]
    fn count(
        &mut self,
        moves: &[MoveAddresses],
        frame: &[V],
        total: &mut [V; TOTAL_BITS],
        weight: impl Fn(u32) -> u32,
    ) -> usize {
        let sum: u64 = moves.iter().map(|one| u64::from(weight(one.number))).sum();
        let width = bits(sum).min(TOTAL_BITS);
        let cpu = total[0].cpu();
        self.bits.clear();
        self.widths.clear();
        for block in moves.chunks(BLOCK) {
            let mut any = cpu.zeros();
            for one in block {
                any = any.or(frame[one.legal.index as usize]);
            }
            if !any.any() {
                self.widths.push(0);
                continue;
            }
            let sum: u64 = block.iter().map(|one| u64::from(weight(one.number))).sum();
            let mut number = [cpu.zeros(); BLOCK_BITS];
            let number = &mut number[..bits(sum).min(BLOCK_BITS)];
            for one in block {
                let legal = frame[one.legal.index as usize];
                add_weight(number, weight(one.number), legal);
            }
            add(cpu, &mut total[..width], number);
            self.widths.push(number.len() as u8);
            self.bits.extend_from_slice(number);
        }
        width
    }

    #[inline(always)]
    fn mark_ranks(
        &mut self,
        moves: &[MoveAddresses],
        frame: &mut [V],
        rank: WireNumber<V>,
        lanes: V,
        weight: impl Fn(u32) -> u32,
    ) {
        let cpu = lanes.cpu();
        let mut bits = &self.bits[..];
        let mut open = lanes;
        let blocks = moves.chunks(BLOCK).zip(&self.widths).zip(&mut self.used);
        for ((block, &width), used) in blocks {
            let (total, rest) = bits.split_at(usize::from(width));
            bits = rest;
            if width == 0 {
                continue;
            }
            let mut low = [cpu.zeros(); BLOCK_BITS];
            let low = &mut low[..total.len()];
            low.copy_from_slice(&rank[..total.len()]);
            let here = subtract(cpu, rank, total).and(open);
            if !here.any() {
                continue;
            }
            open = here.and_not(open);
            *used = true;
            let mut here = here;
            for one in block {
                let legal = frame[one.legal.index as usize].and(here);
                let picked = subtract_weight(low, weight(one.number), legal);
                here = picked.and_not(here);
                let made = &mut frame[one.made.index as usize];
                *made = made.or(picked);
            }
        }
    }
}

/// Draws a random number below the total in some lanes.
#[inline(always)]
fn draw<V: LaneVector>(total: &[V], lanes: V, random: &mut LaneRng<V>, rank: WireNumber<V>) {
    let cpu = lanes.cpu();
    let width = total.len();
    let mut last = [cpu.zeros(); TOTAL_BITS];
    last[..width].copy_from_slice(total);
    subtract_weight(&mut last[..width], 1, cpu.ones());
    let mut mask = [cpu.zeros(); TOTAL_BITS];
    let mut above = cpu.zeros();
    for at in (0..width).rev() {
        above = above.or(last[at]);
        mask[at] = above;
    }
    let mut open = lanes;
    while open.any() {
        let mut drawn = [cpu.zeros(); TOTAL_BITS];
        let mut greater = cpu.zeros();
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
