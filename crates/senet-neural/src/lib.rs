//! Neural networks that reason with the rules of games.
//!
//! The network of this crate is one small cell. It passes messages over the ground rules of a game: from the atoms of a rule's
//! body to the rule, and from the rules of an atom to the atom. The same weights serve every atom, rule and game. Training uses
//! random logic programs and no game ([`train`]). A finite enumeration then proves that the cell evaluates every stratified
//! ground program correctly ([`certify`]).
//!
//! ```
//! use senet_engine::Game;
//! use senet_neural::{ReasonerNetwork, NeuralGame};
//!
//! let rules = "(role you) (init on) (legal you wait) (<= terminal (not (true on))) (goal you 50)";
//! let description = senet_gdl::playable(&senet_gdl::Sheet::read(rules)).unwrap();
//! let grounded = senet_ground::ground(&description, &Default::default()).unwrap();
//! let game = NeuralGame::new(&grounded, ReasonerNetwork::embedded()).unwrap();
//! let start = game.initial()?;
//! assert!(!game.is_terminal(&start)?);
//! assert_eq!(game.legal(&start, 0)?.len(), 1);
//! # Ok::<(), senet_engine::Stopped>(())
//! ```
//!
//! Data flow: `RuleGraph` numbers atoms and rules in evaluation order; `cell` has the weights and the kernels; `evaluate` runs the
//! cell over a graph for a batch of states; `game` answers the queries of players with it. `training` finds weights, `certificate`
//! proves them, `file` stores them. `dataset` writes states with exact answers for other programs. `gat` is the published attention network, to
//! compare with. `policy` is a network that plays, built from the layers of `gat`.
//!
//! Invariants:
//! - The seed decides the weights. Names of a sheet never reach the network.
//! - A certificate is checked again whenever weights are read.
//! - No clock except in [`senet_gdl::Deadline`]. Only `file`, `any_reasoner`, `gat` and `dataset` read and write files.

mod any_reasoner;
mod cell;
mod certificate;
mod dataset;
mod evaluate;
mod fidelity;
mod file;
mod game;
mod gat;
mod graph;
mod network;
mod policy;
mod training;
mod truth;

pub use any_reasoner::AnyReasoner;
pub use cell::{Activation, HIDDEN_SIZES, Weights};
pub use certificate::{Certificate, Counterexample, NotProved, certify};
pub use dataset::{
    Bits, ColumnKind, Columns, DataColumn, DataError, DataOptions, DataSet, DatasetEnd, Row,
    generate, random_matches, write_data_set,
};
pub use evaluate::Evaluation;
pub use fidelity::{Fidelity, OutputScore, measure};
pub use file::ReasonerFileError;
pub use game::{GameTooLarge, NeuralBackEnd, NeuralGame};
pub use gat::{
    Direction, FEATURES, GatConfig, GatGame, GatOptions, GatReasoner, GatTraining, Gather,
    GraphEdges, Irg, Mixing, NodeLabelling, Predicted, StateTask, Targets, Task, UnknownConfig,
    WIDTH,
};
pub use graph::{AtomInput, Level, RuleGraph, SignedAtom};
pub use network::{ReasonerNetwork, TrainingLog};
pub use policy::{
    Opinion, PolicyExample, PolicyGraph, PolicyNetwork, PolicyOptions, PolicyTraining,
    RuleGraphState,
};
pub use training::{
    Example, GameStates, ProgramShape, ReasonerTraining, SampleOptions, TrainData, TrainError,
    TrainProgress, random_program, sample_states, train, train_certified,
};
pub use truth::Truths;
