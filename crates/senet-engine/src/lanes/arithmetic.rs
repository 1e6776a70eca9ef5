//! Bit-sliced numbers: rows of wires, lowest bit first. Every lane computes its own number.

use super::logic::Logic;
use crate::network::Wire;

/// A number with enough bits for its maximum.
pub type WireNumber = Vec<Wire>;

/// Wires grouped by weight; the weight doubles from column to column.
pub type Columns = Vec<Vec<Wire>>;

/// The sum of the weights of all true wires.
///
/// A full adder turns three wires of one weight into one of the same weight and one of double
/// weight. This uses the minimum number of full adders.
pub fn sum(logic: &mut Logic, mut columns: Columns) -> WireNumber {
    let mut number = WireNumber::new();
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

fn trim(mut number: WireNumber) -> WireNumber {
    while number.last() == Some(&Wire::FALSE) {
        number.pop();
    }
    number
}

fn full_adder(logic: &mut Logic, a: Wire, b: Wire, c: Wire) -> (Wire, Wire) {
    let differ = logic.xor(a, b);
    let sum = logic.xor(differ, c);
    // If a and b differ, the carry is c, else a.
    let carry = logic.choose(differ, c, a);
    (sum, carry)
}

/// The number minus one. The result for zero is arbitrary.
pub fn decrement(logic: &mut Logic, number: &[Wire]) -> WireNumber {
    let mut borrow = Wire::TRUE;
    let mut result = WireNumber::new();
    for &bit in number {
        result.push(logic.xor(bit, borrow));
        borrow = logic.and(!bit, borrow);
    }
    result
}

/// For each bit, whether it or a higher bit is set.
pub fn fill_down(logic: &mut Logic, number: &[Wire]) -> WireNumber {
    let mut filled = WireNumber::new();
    let mut above = Wire::FALSE;
    for &bit in number.iter().rev() {
        above = logic.or(above, bit);
        filled.push(above);
    }
    filled.reverse();
    filled
}

/// Returns true if the first number is greater. Both must have the same width.
pub fn is_greater(logic: &mut Logic, a: &[Wire], b: &[Wire]) -> Wire {
    let mut greater = Wire::FALSE;
    for (&a, &b) in a.iter().zip(b) {
        let differ = logic.xor(a, b);
        greater = logic.choose(differ, a, greater);
    }
    greater
}

/// Subtracts a number that is not wider, in place; returns whether it was greater.
pub fn subtract(logic: &mut Logic, number: &mut [Wire], less: &[Wire]) -> Wire {
    let mut borrow = Wire::FALSE;
    for (at, bit) in number.iter_mut().enumerate() {
        let other = less.get(at).copied().unwrap_or(Wire::FALSE);
        let differ = logic.xor(*bit, other);
        // If the bits differ, the subtrahend's bit is the borrow, else the borrow continues.
        let next = logic.choose(differ, other, borrow);
        *bit = logic.xor(differ, borrow);
        borrow = next;
    }
    borrow
}
