//! Game rules as coloured, directed graphs, in which names do not occur.
//!
//! Invariants:
//! - Names never help: a sheet under other words and with its rules in another order gives an isomorphic graph. What is fixed by GDL
//!   itself (keywords, goal values in the [`ordered`] graph) has a colour of its own.
//! - Graphs are plain data; names come back only for printing.

mod altered;
mod canonical;
mod counts;
mod dice;
pub mod export;
mod graph;
mod instantiated;
pub mod mapping;
mod names;
mod occurrence;
mod ordered;
mod paths;
mod symmetries;
mod walk;

pub use canonical::normal;
pub use canonical::{Canonical, KEY_VERSION, Key, Labelling, NoKey, TooHard, Witness, canonical};
pub use counts::Counts;
pub use dice::{is_numeric, shared_symbols};
pub use graph::{Builder, Colour, Graph, Node, NodeId};
pub use instantiated::{InstanceLimits, InstantiateError, Instantiated, instantiated};
pub use occurrence::occurrence;
pub use ordered::ordered;
pub use symmetries::{Symmetries, Symmetry};
