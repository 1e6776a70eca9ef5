//! `senet lab`: one subcommand per experiment.

use crate::attack;
use crate::invariant_projections;
use crate::mapping;
use crate::match_clock;
use crate::mtdf_vs_uct;
use crate::network_transfer;
use crate::reasoner;
use crate::recognition;
use crate::start_clock;
use crate::uct_batching;
use crate::uct_threads;
use crate::value_transfer;
use crate::web_load;
use clap::{Args, Subcommand};
use senet_console::{Common, Failure};

/// Repeats an experiment and prints its results beside the published ones, if any; also as CSV and SVG
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
    Attack(attack::AttackLab),
    Clock(match_clock::ClockLab),
    GameDistance(mapping::GameDistance),
    InvariantProjections(invariant_projections::InvariantProjections),
    MappingVariants(mapping::MappingVariants),
    MtdfVsUct(mtdf_vs_uct::MtdfVsUct),
    NetworkTransfer(network_transfer::NetworkTransfer),
    ReasonerZeroShot(reasoner::ReasonerZeroShot),
    Recognition(recognition::RecognitionLab),
    NodeNoise(mapping::NodeNoise),
    SelfMapping(mapping::SelfMapping),
    StartClock(start_clock::StartClock),
    UctBatching(uct_batching::UctBatching),
    UctThreads(uct_threads::UctThreads),
    ValueTransfer(value_transfer::ValueTransfer),
    WebLoad(web_load::WebLoad),
}

impl Lab {
    /// Runs the chosen experiment.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        match &self.experiment {
            Experiment::Attack(experiment) => experiment.run(common),
            Experiment::Clock(experiment) => experiment.run(common),
            Experiment::GameDistance(experiment) => experiment.run(common),
            Experiment::InvariantProjections(experiment) => experiment.run(common),
            Experiment::MappingVariants(experiment) => experiment.run(common),
            Experiment::MtdfVsUct(experiment) => experiment.run(common),
            Experiment::NetworkTransfer(experiment) => experiment.run(common),
            Experiment::ReasonerZeroShot(experiment) => experiment.run(common),
            Experiment::Recognition(experiment) => experiment.run(common),
            Experiment::NodeNoise(experiment) => experiment.run(common),
            Experiment::SelfMapping(experiment) => experiment.run(common),
            Experiment::StartClock(experiment) => experiment.run(common),
            Experiment::UctBatching(experiment) => experiment.run(common),
            Experiment::UctThreads(experiment) => experiment.run(common),
            Experiment::ValueTransfer(experiment) => experiment.run(common),
            Experiment::WebLoad(experiment) => experiment.run(common),
        }
    }
}
