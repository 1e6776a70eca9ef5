//! Numbers that tell nodes of the search tree apart.
//!
//! Refinement writes a number for every step. It depends on the graph alone, not on the numbers of its nodes: isomorphic ways down the tree
//! write the same. So what differs from the first way cannot end in a symmetry, and the greatest trace belongs to the canonical order.

use std::cmp::Ordering;

/// How the trace of the current way compares with those of the first and the best leaf so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceComparison {
    /// Whether it is the same as the first up to here.
    pub matches_first: bool,
    /// How it compares with the best.
    pub versus_best: Ordering,
}

/// The traces of the current way and of those that it is compared with.
pub struct Trace {
    current: Vec<u64>,
    first: Vec<u64>,
    best: Vec<u64>,
    comparison: TraceComparison,
    /// Whether there is anything to compare with.
    is_compared: bool,
}

impl Trace {
    /// An empty trace, which has nothing to be compared with.
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

    /// Adds a number; whether the way can still lead to a symmetry or a better leaf.
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

    /// Whether the way can still lead to a symmetry or a better leaf.
    fn is_open(&self) -> bool {
        self.comparison.matches_first || self.comparison.versus_best.is_ge()
    }

    /// How the current way compares.
    pub fn comparison(&self) -> TraceComparison {
        self.comparison
    }

    /// How long the trace is.
    pub fn len(&self) -> usize {
        self.current.len()
    }

    /// Goes back to a shorter trace and what was known of it.
    pub fn backtrack(&mut self, len: usize, comparison: TraceComparison) {
        self.current.truncate(len);
        self.comparison = comparison;
    }

    /// The current way led to the first leaf.
    pub fn set_first_leaf(&mut self, needs_best: bool) {
        self.first.clone_from(&self.current);
        self.is_compared = true;
        match needs_best {
            true => self.set_best_leaf(),
            false => self.comparison.versus_best = Ordering::Less,
        }
    }

    /// The current way led to the best leaf so far.
    pub fn set_best_leaf(&mut self) {
        self.best.clone_from(&self.current);
        self.comparison.versus_best = Ordering::Equal;
    }
}

/// A number that depends on all bits of two others.
pub fn mix(one: u64, other: u64) -> u64 {
    let product =
        u128::from(one ^ 0x9e37_79b9_7f4a_7c15) * u128::from(other ^ 0xd6e8_feb8_6659_fd93);
    (product as u64) ^ ((product >> 64) as u64)
}
