//! Numbers as rows of wires, lowest bit first: every lane counts for itself.

use super::logic::Logic;
use crate::network::Wire;

/// A number that is as wide as it can become.
pub type Number = Vec<Wire>;

/// Wires by their weight, that of each column twice that of the one before.
pub type Columns = Vec<Vec<Wire>>;

/// What the wires that hold weigh together.
///
/// Three wires of one weight become one of the same and one of the double weight, until no weight has more than two: the
/// fewest full adders there can be.
pub fn sum(logic: &mut Logic, mut columns: Columns) -> Number {
    let mut number = Number::new();
    let mut weight = 0;
    while weight < columns.len() {
        let mut column = std::mem::take(&mut columns[weight]);
        column.retain(|&wire| wire != Wire::FALSE);
        column.reverse();
        let mut carries = Vec::new();
        let mut sums = column;
        while sums.len() > 1 {
            let mut rest = Vec::with_capacity(sums.len() / 3 + 2);
            while let Some(a) = sums.pop() {
                match (sums.pop(), sums.pop()) {
                    (Some(b), Some(c)) => {
                        let (sum, carry) = full_adder(logic, a, b, c);
                        rest.push(sum);
                        carries.push(carry);
                    }
                    (Some(b), None) if rest.is_empty() => {
                        rest.push(logic.xor(a, b));
                        carries.push(logic.and(a, b));
                    }
                    (Some(b), None) => rest.extend([a, b]),
                    (None, _) => rest.push(a),
                }
            }
            rest.reverse();
            sums = rest;
        }
        number.push(sums.pop().unwrap_or(Wire::FALSE));
        match columns.get_mut(weight + 1) {
            Some(next) => next.extend(carries),
            None if carries.is_empty() => {}
            None => columns.push(carries),
        }
        weight += 1;
    }
    trim(number)
}

fn trim(mut number: Number) -> Number {
    while number.last() == Some(&Wire::FALSE) {
        number.pop();
    }
    number
}

fn full_adder(logic: &mut Logic, a: Wire, b: Wire, c: Wire) -> (Wire, Wire) {
    let differ = logic.xor(a, b);
    let sum = logic.xor(differ, c);
    // Where a and b differ, c decides; else they do.
    let carry = logic.choose(differ, c, a);
    (sum, carry)
}

/// One less; what zero becomes does not matter to any caller.
pub fn decrement(logic: &mut Logic, number: &[Wire]) -> Number {
    let mut borrow = Wire::TRUE;
    let mut result = Number::new();
    for &bit in number {
        result.push(logic.xor(bit, borrow));
        borrow = logic.and(!bit, borrow);
    }
    result
}

/// For each bit, whether it or a higher one holds.
pub fn fill_down(logic: &mut Logic, number: &[Wire]) -> Number {
    let mut filled = Number::new();
    let mut above = Wire::FALSE;
    for &bit in number.iter().rev() {
        above = logic.or(above, bit);
        filled.push(above);
    }
    filled.reverse();
    filled
}

/// Whether the first number is greater; both have the same width.
pub fn is_greater(logic: &mut Logic, a: &[Wire], b: &[Wire]) -> Wire {
    let mut greater = Wire::FALSE;
    for (&a, &b) in a.iter().zip(b) {
        let differ = logic.xor(a, b);
        greater = logic.choose(differ, a, greater);
    }
    greater
}

/// Subtracts in place the second number, which is not wider, and tells whether it was the greater one.
pub fn subtract(logic: &mut Logic, number: &mut [Wire], less: &[Wire]) -> Wire {
    let mut borrow = Wire::FALSE;
    for (at, bit) in number.iter_mut().enumerate() {
        let other = less.get(at).copied().unwrap_or(Wire::FALSE);
        let differ = logic.xor(*bit, other);
        // Where the bits differ the other one decides; else the borrow goes on.
        let next = logic.choose(differ, other, borrow);
        *bit = logic.xor(differ, borrow);
        borrow = next;
    }
    borrow
}
