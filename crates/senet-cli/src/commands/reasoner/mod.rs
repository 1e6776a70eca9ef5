//! `senet reasoner`: trains, tests, proves and asks neural reasoners, and writes data sets.

mod data;
mod eval;
mod infer;
mod prove;
mod train;

use clap::{Args, Subcommand};
use senet_console::{Common, Failure};
use senet_neural::{AnyReasoner, GatReasoner, ReasonerFileError, ReasonerNetwork};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Trains, tests and proves neural networks that evaluate the rules of games
///
/// A network passes messages over the ground rules of any game. It is trained on random logic programs, without any game. The network that comes with
/// the program is proved exact. `--back-end neural` plays with it, `--back-end neural:model=FILE` with another. `train --arch gat` trains the
/// attention network of Gunawan's thesis instead, to compare with.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet reasoner train --out my.safetensors\n  senet reasoner prove --model my.safetensors\n  \
    senet reasoner eval tic-tac-toe connect-four --model my.safetensors\n  senet reasoner infer tic-tac-toe\n  \
    senet reasoner data tic-tac-toe --out data"
)]
pub struct ReasonerCommand {
    #[command(subcommand)]
    action: Action,
}

/// The subcommands.
#[derive(Subcommand)]
enum Action {
    Train(train::Train),
    Data(data::Data),
    Eval(eval::Eval),
    Prove(prove::Prove),
    Infer(infer::Infer),
}

impl ReasonerCommand {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        match &self.action {
            Action::Train(train) => train.run(common),
            Action::Data(data) => data.run(common),
            Action::Eval(eval) => eval.run(common),
            Action::Prove(prove) => prove.run(common),
            Action::Infer(infer) => infer.run(common),
        }
    }
}

/// The network to use.
#[derive(Args)]
struct ModelArg {
    /// Model file [default: the network that comes with the program]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
}

/// An opened network.
enum Model {
    /// The small cell.
    Exact(Arc<ReasonerNetwork>),
    /// The attention network of the thesis.
    Attention(Box<GatReasoner>),
}

impl ModelArg {
    /// Opens the network, whatever its architecture.
    fn open(&self) -> Result<Model, Failure> {
        let Some(file) = &self.model else {
            return Ok(Model::Exact(ReasonerNetwork::embedded()));
        };
        match AnyReasoner::open(file).map_err(|error| unusable(file, &error))? {
            AnyReasoner::Senet(network) => Ok(Model::Exact(Arc::new(network))),
            AnyReasoner::Gat(reasoner) => Ok(Model::Attention(reasoner)),
        }
    }

    /// Opens a network of `--arch senet`.
    fn network(&self) -> Result<Arc<ReasonerNetwork>, Failure> {
        match &self.model {
            None => Ok(ReasonerNetwork::embedded()),
            Some(file) => {
                let network =
                    ReasonerNetwork::open(file).map_err(|error| unusable(file, &error))?;
                Ok(Arc::new(network))
            }
        }
    }
}

fn unusable(file: &Path, error: &ReasonerFileError) -> Failure {
    Failure::new(format!("{}: {error}", file.display()))
        .help("`senet reasoner train --out FILE` makes a model file")
}
