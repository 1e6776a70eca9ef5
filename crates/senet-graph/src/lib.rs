//! Game rules as coloured, directed graphs, in which names do not occur.
//!
//! Invariants:
//! - Names never help: a sheet under other words and with its rules in another order gives an isomorphic graph. What is fixed by GDL
//!   itself (keywords, goal values in the [`ordered`] graph) has a colour of its own.
//! - Graphs are plain data; names come back only for printing.

mod canonical;
mod counts;
pub mod export;
mod graph;
mod instantiated;
pub mod mapping;
mod noise;
mod occurrence;
mod ordered;
mod path_length;
mod rule_visitor;
mod symbol_nodes;
mod symbol_overlap;
mod symmetries;

pub use canonical::normal_form;
pub use canonical::{
    Canonical, CanonicalKey, Isomorphism, KEY_VERSION, Labelling, ParseKeyError, TooHard, canonical,
};
pub use counts::GraphCounts;
pub use graph::{Colour, Graph, GraphBuilder, GraphNode, GraphNodeId};
pub use instantiated::{InstanceLimits, InstantiateError, Instantiated, instantiated};
pub use occurrence::occurrence;
pub use ordered::ordered;
pub use symbol_overlap::{is_numeric, symbol_overlap};
pub use symmetries::{Symmetries, Symmetry};
