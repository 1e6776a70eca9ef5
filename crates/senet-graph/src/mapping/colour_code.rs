//! Colours and shapes as numbers, the same in the plain and in the fast form.

use super::shuffle::mixed;
use crate::Colour;

/// The number of an unmapped symbol's colour.
pub const SYMBOL: u64 = 1;

/// The number of the colour of argument positions.
pub const ARGUMENT: u64 = 2;

/// Numbers from here on belong to mapped symbols, those of a pair to both.
pub const ASSIGNED: u64 = 3 << 32;

/// A number for a colour.
pub fn code(colour: Colour) -> u64 {
    match colour {
        Colour::Symbol => SYMBOL,
        Colour::Argument => ARGUMENT,
        Colour::VariableSymbol => 3,
        Colour::Occurrence => 4,
        Colour::VariableOccurrence => 5,
        Colour::And => 6,
        Colour::Keyword(symbol) => (1 << 32) + symbol.index() as u64,
        Colour::GoalValue(value) => (2 << 32) + u64::from(value as u32),
    }
}

/// The fingerprint of a tree: a number that trees share exactly if they are equal but for the order in their lists (or by a chance too small to
/// matter). Of each list, the sum of the mixed fingerprints is given.
pub fn fingerprint(code: u64, sums: [u64; 3]) -> u64 {
    let start = mixed(code);
    sums.into_iter()
        .fold(start, |print, sum| mixed(print ^ sum))
}
