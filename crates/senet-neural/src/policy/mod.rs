//! A network that plays: policy and value from the graph of ground rules, with messages in both directions.
//!
//! The features are exact truth values, so the network learns no rules, only which moves and states are good. `graph` turns a game into
//! nodes and features, `network` predicts, `train` finds the weights. One set of weights serves all games.

mod graph;
mod network;
mod train;

pub use graph::{PolicyGraph, RuleGraphState};
pub use network::{Opinion, PolicyNetwork};
pub use train::{PolicyExample, PolicyOptions, PolicyTraining};
