//! `senet lab`: published experiments, repeated, beside what was published.

mod clock;
mod mtdf_vs_uct;

use crate::cli::Common;
use crate::failure::Failure;
use clap::{Args, Subcommand};

/// Repeats a published experiment and prints its results beside the published ones
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab mtdf-vs-uct\n  senet lab mtdf-vs-uct --seconds 0.2 --games 20 --only connect-four --out results"
)]
pub struct Lab {
    #[command(subcommand)]
    experiment: Experiment,
}

/// The experiments.
#[derive(Subcommand)]
enum Experiment {
    Clock(clock::ClockLab),
    MtdfVsUct(mtdf_vs_uct::MtdfVsUct),
}

impl Lab {
    /// Repeats the experiment.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        match &self.experiment {
            Experiment::Clock(experiment) => experiment.run(common),
            Experiment::MtdfVsUct(experiment) => experiment.run(common),
        }
    }
}
