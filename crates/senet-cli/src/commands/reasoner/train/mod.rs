//! `senet reasoner train`: makes a network of one of the two architectures.

mod attention;
mod exact;

use attention::AttentionTraining;
use clap::{Args, ValueEnum};
use exact::ExactTraining;
use senet_console::{Common, Failure};
use std::path::{Path, PathBuf};

/// Trains a network: by default on random logic programs, until it is proved exact
///
/// `--arch senet` tries one seed after another until a network is proved. With --games it trains on states of games instead. With --no-proof it takes
/// the first network. `--arch gat` trains the attention network of Gunawan's thesis on --games; it cannot be proved exact.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet reasoner train --out my.safetensors\n  \
    senet reasoner train --hidden 16 --noise 0.3 --no-proof --out wide.safetensors\n  \
    senet reasoner train --games tic-tac-toe,nim --hidden 8 --noise 0.4 --no-proof --out games.safetensors\n  \
    senet reasoner train --arch gat --games tic-tac-toe --steps 300 --out attention.safetensors"
)]
pub struct Train {
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The network
    #[arg(long, value_enum, value_name = "NAME", default_value_t = Arch::Senet)]
    arch: Arch,
    /// Games to train on
    #[arg(long, value_name = "GAME,…", value_delimiter = ',')]
    games: Vec<String>,
    /// Optimiser steps [default: 600; gat: 300]
    #[arg(long, value_name = "N")]
    steps: Option<usize>,
    /// Largest learning rate [default: 0.004; gat: 0.003]
    #[arg(long, value_name = "X")]
    learning_rate: Option<f32>,
    #[command(flatten)]
    exact: ExactTraining,
    #[command(flatten)]
    attention: AttentionTraining,
}

/// The architectures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Arch {
    /// A small network with one vector per atom; can be proved exact
    Senet,
    /// The attention network of the thesis, over instantiated rule graphs
    Gat,
}

/// The options of both architectures.
struct Shared<'a> {
    out: &'a Path,
    games: &'a [String],
    steps: Option<usize>,
    learning_rate: Option<f32>,
}

impl Train {
    /// Trains the network and writes it.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        if self.steps == Some(0) {
            let message = "--steps must be at least 1";
            return Err(Failure::new(message).help("leave it out for the default"));
        }
        let shared = Shared {
            out: &self.out,
            games: &self.games,
            steps: self.steps,
            learning_rate: self.learning_rate,
        };
        match self.arch {
            Arch::Senet => self.exact.run(&shared, common),
            Arch::Gat => self.attention.run(&shared, common),
        }
    }
}

/// The failure to write a model file.
fn unwritten(out: &Path, error: &senet_neural::ReasonerFileError) -> Failure {
    Failure::new(format!("{}: {error}", out.display())).help("choose another file for --out")
}
