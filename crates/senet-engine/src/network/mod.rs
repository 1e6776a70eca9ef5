//! The rules of a grounded game as a network of logical gates.
//!
//! Every atom becomes a wire: the OR of its rules, each the AND of its body. Equal gates are one gate, constants are folded away, and
//! what no answer depends on is never kept in a [`Section`]. Positive recursion makes loops, which are iterated to their least fixpoint.

mod build;
mod gates;
mod live;
mod phases;
mod reach;
mod section;
mod specialise;
mod three_valued;

pub use gates::{Gates, Wire};
pub use live::live_in_cycle;
pub use phases::{FixedFluent, Phases};
use reach::Reach;
pub use section::{Section, Segment};

use std::ops::Range;

/// A network with named inputs and outputs.
#[derive(Clone, Debug)]
pub struct Network {
    /// All gates; inputs come first.
    pub gates: Gates,
    /// The input nodes of the fluents.
    pub fluents: Range<u32>,
    /// Per role, the input nodes of its moves.
    pub moves: Vec<Range<u32>>,
    /// The parts that feed back into themselves, in topological order.
    pub loops: Vec<Loop>,
    /// Whether the match is over.
    pub terminal: Wire,
    /// Per role and move, whether it is legal.
    pub legal: Vec<Vec<Wire>>,
    /// Per fluent, whether it holds next.
    pub next: Vec<Wire>,
    /// Per role, each goal value that some rule gives, as text, and whether it is derived.
    pub goals: Vec<Vec<(String, Wire)>>,
    /// Per role, each percept that some rule gives, as text in order, and whether it is perceived.
    pub sees: Vec<Vec<(String, Wire)>>,
}

/// Gates that depend on themselves: evaluate the range, copying each driver to its input as soon as it is known, and repeat
/// until no input changes.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The nodes to evaluate again and again.
    pub nodes: Range<u32>,
    /// Each input node of the loop with the wire that drives it, in the order of the drivers' nodes; inputs start out false.
    pub feedback: Vec<(u32, Wire)>,
}

impl Network {
    /// How many gates there are.
    pub fn gate_count(&self) -> usize {
        self.gates.gate_count()
    }
}
