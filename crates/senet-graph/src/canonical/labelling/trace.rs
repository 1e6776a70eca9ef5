//! Traces: isomorphism-invariant records of refinement.
//!
//! Refinement appends a number for every step. The number depends only on the graph, not on its node numbers, so
//! isomorphic paths have equal traces. A path whose trace differs from the first cannot yield an automorphism with the
//! first leaf. The greatest trace defines the canonical order.

use std::cmp::Ordering;

/// The comparison of the current trace with those of the first and the best leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceComparison {
    /// True if the current trace equals a prefix of the first leaf's trace.
    pub matches_first: bool,
    /// The order relative to the best leaf's trace.
    pub versus_best: Ordering,
}

/// The current trace and the traces it is compared with.
pub struct Trace {
    current: Vec<u64>,
    first: Vec<u64>,
    best: Vec<u64>,
    comparison: TraceComparison,
    /// True if a first leaf exists.
    is_compared: bool,
}

impl Trace {
    /// Creates an empty trace without a leaf to compare with.
    pub fn new() -> Trace {
        Trace {
            current: Vec::new(),
            first: Vec::new(),
            best: Vec::new(),
            comparison: TraceComparison {
                matches_first: true,
                versus_best: Ordering::Equal,
            },
            is_compared: false,
        }
    }

    /// Appends a number. Returns whether the path can still lead to an automorphism or a better leaf.
    pub fn push(&mut self, number: u64) -> bool {
        let at = self.current.len();
        self.current.push(number);
        if self.is_compared {
            let comparison = &mut self.comparison;
            comparison.matches_first &= self.first.get(at) == Some(&number);
            if comparison.versus_best.is_eq() {
                comparison.versus_best = Some(&number).cmp(&self.best.get(at));
            }
        }
        self.is_open()
    }

    /// Tests whether the path can still lead to an automorphism or a better leaf.
    fn is_open(&self) -> bool {
        self.comparison.matches_first || self.comparison.versus_best.is_ge()
    }

    /// The comparison of the current trace.
    pub fn comparison(&self) -> TraceComparison {
        self.comparison
    }

    /// The length of the trace.
    pub fn len(&self) -> usize {
        self.current.len()
    }

    /// Truncates the trace and restores its comparison.
    pub fn backtrack(&mut self, len: usize, comparison: TraceComparison) {
        self.current.truncate(len);
        self.comparison = comparison;
    }

    /// Stores the current trace as that of the first leaf.
    pub fn set_first_leaf(&mut self, needs_best: bool) {
        self.first.clone_from(&self.current);
        self.is_compared = true;
        match needs_best {
            true => self.set_best_leaf(),
            false => self.comparison.versus_best = Ordering::Less,
        }
    }

    /// Stores the current trace as that of the best leaf.
    pub fn set_best_leaf(&mut self) {
        self.best.clone_from(&self.current);
        self.comparison.versus_best = Ordering::Equal;
    }
}

/// Hashes two numbers into one.
pub fn mix(one: u64, other: u64) -> u64 {
    let product =
        u128::from(one ^ 0x9e37_79b9_7f4a_7c15) * u128::from(other ^ 0xd6e8_feb8_6659_fd93);
    (product as u64) ^ ((product >> 64) as u64)
}
