//! Colours and trees as numbers, shared by the reference and the fast implementation.

use super::shuffle::mixed;
use crate::Colour;

/// The colour code of an unassigned symbol.
pub const SYMBOL: u64 = 1;

/// The colour code of argument positions.
pub const ARGUMENT: u64 = 2;

/// Codes above this value belong to assigned symbols; both symbols of a pair share one.
pub const ASSIGNED: u64 = 3 << 32;

/// The colour code of a node that is not an assigned symbol.
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

/// The fingerprint of a tree. It ignores the order inside each list. Different trees have equal fingerprints only by a
/// hash collision. `sums` holds the sum of the mixed fingerprints of each list.
pub fn fingerprint(code: u64, sums: [u64; 3]) -> u64 {
    let start = mixed(code);
    sums.into_iter()
        .fold(start, |print, sum| mixed(print ^ sum))
}
