//! The choice of a random legal move for all lanes, where moves are too many for [`super::choice`] or have weights.
//!
//! The same method, bit-sliced, in blocks of eight moves of which most are skipped: count what is legal, draw a rank, walk to it.
//! Draws are repeated until every lane has a rank, so the choice is exactly proportional to the weights.

use super::build::MovePlaces;
use super::random::Random;
use super::wide::Wide;

/// Moves that are looked at together.
const BLOCK: usize = 8;
/// Bits of the largest number: 2²⁴ moves of weight 1, or 2¹⁶ of weight 255.
const BITS: usize = 24;

/// A number for each lane, lowest bit first.
#[derive(Clone, Copy)]
struct Number<V> {
    bits: [V; BITS],
    /// Higher bits are zero.
    width: usize,
}

impl<V: Wide> Number<V> {
    #[inline(always)]
    fn zero(width: usize) -> Number<V> {
        Number {
            bits: [V::zeros(); BITS],
            width,
        }
    }

    /// Adds a number to the lanes of a mask.
    #[inline(always)]
    fn add(&mut self, weight: u32, mask: V) {
        let mut carry = V::zeros();
        for at in 0..self.width {
            let own = self.bits[at];
            let other = if weight >> at & 1 == 1 {
                mask
            } else {
                V::zeros()
            };
            let differ = own.xor(other);
            self.bits[at] = differ.xor(carry);
            carry = own.and(other).or(differ.and(carry));
            if weight >> at <= 1 && !carry.any() {
                break;
            }
        }
    }

    /// Subtracts another number; the lanes in which that was greater.
    #[inline(always)]
    fn subtract(&mut self, other: &Number<V>) -> V {
        let mut borrow = V::zeros();
        for at in 0..self.width {
            let own = self.bits[at];
            let less = if at < other.width {
                other.bits[at]
            } else {
                V::zeros()
            };
            let differ = own.xor(less);
            self.bits[at] = differ.xor(borrow);
            borrow = own.and_not(less).or(differ.and_not(borrow));
        }
        borrow
    }

    /// Subtracts a number from the lanes of a mask; the lanes of the mask that had less.
    #[inline(always)]
    fn take(&mut self, weight: u32, mask: V) -> V {
        let mut borrow = V::zeros();
        for at in 0..self.width {
            let own = self.bits[at];
            let less = if weight >> at & 1 == 1 {
                mask
            } else {
                V::zeros()
            };
            let differ = own.xor(less);
            self.bits[at] = differ.xor(borrow);
            borrow = own.and_not(less).or(differ.and_not(borrow));
        }
        borrow
    }

    #[inline(always)]
    fn any(&self) -> V {
        let bits = self.bits[..self.width].iter();
        bits.fold(V::zeros(), |any, &bit| any.or(bit))
    }
}

/// Working memory, kept between steps.
pub struct Picker<V> {
    /// The total of each block.
    blocks: Vec<Number<V>>,
}

impl<V: Wide> Picker<V> {
    /// Empty.
    pub fn new() -> Picker<V> {
        Picker { blocks: Vec::new() }
    }

    /// Marks one legal move of each lane as made, all equally likely; returns the lanes that have none.
    #[inline(always)]
    pub fn pick(&mut self, moves: &[MovePlaces], frame: &mut [V], random: &mut Random<V>) -> V {
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
        let none = self.attempt(moves, frame, random, V::ones(), weight);
        match none.any() {
            false => none,
            true => self.attempt(moves, frame, random, none, |_| 1),
        }
    }

    /// Chooses in the lanes of a mask, leaving the others as they are; the lanes in which the total weight is nothing.
    #[inline(always)]
    fn attempt(
        &mut self,
        moves: &[MovePlaces],
        frame: &mut [V],
        random: &mut Random<V>,
        lanes: V,
        weight: impl Fn(u32) -> u32 + Copy,
    ) -> V {
        let total = self.count(moves, frame, weight);
        let some = total.any();
        let rank = draw(&total, some, random);
        self.walk(moves, frame, rank, lanes, weight);
        some.and_not(lanes)
    }

    #[inline(always)]
    fn count(
        &mut self,
        moves: &[MovePlaces],
        frame: &[V],
        weight: impl Fn(u32) -> u32,
    ) -> Number<V> {
        let sum: u64 = moves.iter().map(|m| u64::from(weight(m.number))).sum();
        let mut total = Number::zero(bits(sum).min(BITS));
        self.blocks.clear();
        for block in moves.chunks(BLOCK) {
            let sum: u64 = block.iter().map(|m| u64::from(weight(m.number))).sum();
            let mut number = Number::zero(bits(sum));
            for m in block {
                let legal = frame[m.legal.index as usize];
                if legal.any() {
                    number.add(weight(m.number), legal);
                }
            }
            add_number(&mut total, &number);
            self.blocks.push(number);
        }
        total
    }

    #[inline(always)]
    fn walk(
        &self,
        moves: &[MovePlaces],
        frame: &mut [V],
        mut rank: Number<V>,
        lanes: V,
        weight: impl Fn(u32) -> u32,
    ) {
        for (block, total) in moves.chunks(BLOCK).zip(&self.blocks) {
            let mut low = Number {
                bits: rank.bits,
                width: total.width,
            };
            let here = match total.any().any() {
                true => rank.subtract(total).and(lanes),
                false => V::zeros(),
            };
            for m in block {
                let made = m.made.index as usize;
                frame[made] = lanes.and_not(frame[made]);
            }
            if !here.any() {
                continue;
            }
            let mut open = here;
            for m in block {
                let legal = frame[m.legal.index as usize].and(open);
                let picked = low.take(weight(m.number), legal);
                open = picked.and_not(open);
                let made = m.made.index as usize;
                frame[made] = frame[made].or(picked);
            }
        }
    }
}

/// Adds the second number to the first, which is wide enough.
#[inline(always)]
fn add_number<V: Wide>(total: &mut Number<V>, number: &Number<V>) {
    let mut carry = V::zeros();
    for at in 0..total.width {
        let own = total.bits[at];
        let other = if at < number.width {
            number.bits[at]
        } else {
            V::zeros()
        };
        let differ = own.xor(other);
        total.bits[at] = differ.xor(carry);
        carry = own.and(other).or(differ.and(carry));
        if at >= number.width && !carry.any() {
            break;
        }
    }
}

/// A random number below the total, in the lanes where that is not nothing.
#[inline(always)]
fn draw<V: Wide>(total: &Number<V>, some: V, random: &mut Random<V>) -> Number<V> {
    let width = total.width;
    let mut last = *total;
    last.take(1, V::ones());
    let mut mask = [V::zeros(); BITS];
    let mut above = V::zeros();
    for at in (0..width).rev() {
        above = above.or(last.bits[at]);
        mask[at] = above;
    }
    let mut rank = Number::zero(width);
    let mut open = some;
    while open.any() {
        let mut drawn = [V::zeros(); BITS];
        let mut greater = V::zeros();
        for (at, bit) in drawn.iter_mut().enumerate().take(width) {
            *bit = random.next().and(mask[at]);
            let differ = bit.xor(last.bits[at]);
            greater = differ.choose(*bit, greater);
        }
        let good = greater.and_not(open);
        for (rank, drawn) in rank.bits.iter_mut().zip(drawn).take(width) {
            *rank = good.choose(drawn, *rank);
        }
        open = open.and(greater);
    }
    rank
}

fn bits(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()) as usize
}
