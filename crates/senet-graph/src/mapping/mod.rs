//! Which symbol of one game plays the part of which symbol of another.

use crate::NodeId;

/// A symbol of the first graph and the symbol of the second that it is mapped to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// The node of the symbol in the first graph.
    pub from: NodeId,
    /// The node of the symbol in the second graph.
    pub to: NodeId,
    /// How much the places differ in which the two occur, from 0 to 1.
    pub distance: f64,
}

/// What a mapper found.
#[derive(Clone, PartialEq, Debug)]
pub struct Mapping {
    /// The pairs, in the order in which they were chosen. Every symbol occurs once at most.
    pub pairs: Vec<Pair>,
    /// How much the games differ, from 0 to 1; symbols without a partner count as 1.
    pub distance: f64,
}
