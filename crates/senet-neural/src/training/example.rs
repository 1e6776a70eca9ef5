//! One training example: a graph, the truth of its atoms in some states, and the atoms with targets.

use crate::{RuleGraph, Truths};

/// A batch of states of one graph with targets.
pub struct Example {
    /// The graph.
    pub graph: RuleGraph,
    /// The truth of all atoms.
    pub truths: Truths,
    /// The number of states, at most 64.
    pub states: usize,
    /// Atoms with targets, in groups of equal weight. Within a group, true and false targets have equal weight.
    pub targets: Vec<Vec<u32>>,
}
