//! `senet lab`: experiments that anybody can repeat, those that were published beside what was published. What several may use stands beside
//! them: duels between two players at equal processor time, their scores with intervals, tables and plots.

mod clock;
mod duel;
mod files;
mod invariant_projections;
mod mapping;
mod mtdf_vs_uct;
mod pauses;
mod plot;
mod recognition;
mod score;
mod uct_batching;
mod uct_threads;
mod value_transfer;
mod web_load;

use crate::cli::Common;
use crate::failure::Failure;
use clap::{Args, Subcommand};

/// Repeats an experiment and prints its results, beside the published ones if there are any; also as CSV and SVG
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab mtdf-vs-uct\n  senet lab mtdf-vs-uct --seconds 0.2 --games 20 --only connect-four --out results\n  \
    senet lab uct-batching --games connect-four --out results\n  senet lab self-mapping --games sheets"
)]
pub struct Lab {
    #[command(subcommand)]
    experiment: Experiment,
}

/// The experiments.
#[derive(Subcommand)]
enum Experiment {
    Clock(clock::ClockLab),
    GameDistance(mapping::GameDistance),
    InvariantProjections(invariant_projections::InvariantProjections),
    MappingVariants(mapping::MappingVariants),
    MtdfVsUct(mtdf_vs_uct::MtdfVsUct),
    Recognition(recognition::RecognitionLab),
    NodeNoise(mapping::NodeNoise),
    SelfMapping(mapping::SelfMapping),
    UctBatching(uct_batching::UctBatching),
    UctThreads(uct_threads::UctThreads),
    ValueTransfer(value_transfer::ValueTransfer),
    WebLoad(web_load::WebLoad),
}

impl Lab {
    /// Repeats the experiment.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        match &self.experiment {
            Experiment::Clock(experiment) => experiment.run(common),
            Experiment::GameDistance(experiment) => experiment.run(common),
            Experiment::InvariantProjections(experiment) => experiment.run(common),
            Experiment::MappingVariants(experiment) => experiment.run(common),
            Experiment::MtdfVsUct(experiment) => experiment.run(common),
            Experiment::Recognition(experiment) => experiment.run(common),
            Experiment::NodeNoise(experiment) => experiment.run(common),
            Experiment::SelfMapping(experiment) => experiment.run(common),
            Experiment::UctBatching(experiment) => experiment.run(common),
            Experiment::UctThreads(experiment) => experiment.run(common),
            Experiment::ValueTransfer(experiment) => experiment.run(common),
            Experiment::WebLoad(experiment) => experiment.run(common),
        }
    }
}
