//! Game rules as coloured, directed graphs that ignore names.
//!
//! - [`occurrence`], [`ordered`] and [`instantiated`] build rule graphs.
//! - [`canonical`] computes canonical keys; [`Symmetries`] finds the symmetries of a grounded game.
//! - [`mapping`] maps the symbols of one game to those of another.
//! - [`export`] writes graphs for other programs.
//!
//! Invariants:
//! - Graphs do not depend on names: renaming symbols and reordering rules gives an isomorphic graph. Keywords keep a
//!   colour of their own; so do goal values in the [`ordered`] graph.
//! - Graphs are plain data. Names serve only for printing.

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
pub use instantiated::{InstanceLimits, InstantiateError, Instantiated, NodeTerm, instantiated};
pub use occurrence::occurrence;
pub use ordered::ordered;
pub use symbol_overlap::{is_numeric, symbol_overlap};
pub use symmetries::{RoleMove, Symmetries, Symmetry};
