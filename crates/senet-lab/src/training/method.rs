//! The interface between a run and a way of learning.

use super::checkpoint::Checkpoint;
use super::log::LogRow;
use senet_arena::PlayerFactory;
use senet_console::Failure;
use senet_deep::{DeepPlan, NetworkKind};
use senet_engine::Deadline;
use serde::{Deserialize, Serialize};

/// A way of learning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum MethodKind {
    /// Best-first minimax with a value network
    Descent,
    /// Tree search with a policy network
    Alphazero,
}

/// The options of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainingPlan {
    /// The way of learning.
    pub method: MethodKind,
    /// The seed of all random choices.
    pub seed: u64,
    /// The settings of AlphaZero.
    pub plan: DeepPlan,
    /// The network of AlphaZero.
    pub network: NetworkKind,
}

/// The header of a checkpoint.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunHeader {
    /// The canonical key of the game.
    pub game: String,
    /// The options.
    pub options: TrainingPlan,
    /// Seconds of training so far.
    pub seconds: f64,
    /// The number of finished iterations.
    pub iteration: u64,
    /// The number of steps of the optimiser.
    pub steps: u64,
    /// The log.
    pub log: Vec<LogRow>,
}

/// A way of learning, applied to one game.
pub trait Method {
    /// Learns for one iteration. `None` if the deadline came first. `share` is the share of the time used so far.
    fn iterate(&mut self, share: f64, deadline: &Deadline) -> Result<Option<LogRow>, Failure>;

    /// Syncs finished work to disk, before a checkpoint is written.
    fn settle(&mut self) -> Result<(), Failure>;

    /// The data for the checkpoint: the number of iterations and optimiser steps, and binary parts.
    fn parts(&self) -> (u64, u64, Vec<Vec<u8>>);

    /// The contents of the model file.
    fn model(&self, log: &[LogRow]) -> Vec<u8>;

    /// The network as ONNX; `None` if this way of learning cannot write it.
    fn onnx(&self) -> Option<Vec<u8>> {
        None
    }

    /// Creates players with the best network so far: with search, and without.
    fn players(&self) -> [PlayerFactory; 2];

    /// The simulations of a move for its rating.
    fn simulations(&self) -> u64;
}

/// A checkpoint of a run.
pub type RunCheckpoint = Checkpoint<RunHeader>;
