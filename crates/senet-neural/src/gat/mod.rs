//! The network of Gunawan's thesis (chapter 5), to compare with: graph attention over instantiated rule graphs.
//!
//! `irg` turns a game into nodes, edges, labels and targets. `layer`, `block` and `head` are the parts of the network, each with its
//! gradient; `model` joins them. `train` finds weights, `reasoner` predicts with them, `file` stores them.
//!
//! The thesis leaves some sizes open. Here all layers have 32 numbers per node, attention has one head, and a dense layer after each
//! block brings the joined vectors back to that width.

mod block;
mod config;
mod dropout;
mod example;
mod file;
mod head;
mod instance_rules;
mod irg;
mod largest;
mod layer;
mod matrix;
mod model;
mod neighbours;
mod pair_norm;
mod parameters;
mod reasoner;
mod train;

pub use config::{Direction, GatConfig, Gather, UnknownConfig};
pub(crate) use dropout::Dropout;
pub use example::StateTask;
pub(crate) use file::ARCHITECTURE as GAT_ARCHITECTURE;
pub use irg::{FEATURES, Irg, NodeLabelling, Targets, Task};
pub(crate) use layer::softmax;
pub use matrix::WIDTH;
pub(crate) use matrix::{Matrix, zeros};
pub(crate) use model::{Model, Trace};
pub use neighbours::GraphEdges;
pub use reasoner::{GatReasoner, Predicted};
pub use train::{GatGame, GatOptions, GatTraining, Mixing};
