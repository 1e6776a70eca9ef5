//! `senet lab`: one subcommand per experiment.

use crate::attack;
use crate::deep::{self, DeepLab};
use crate::gnn_zero_shot;
use crate::invariant_projections;
use crate::mapping;
use crate::match_clock;
use crate::mtdf_vs_uct;
use crate::network_transfer;
use crate::reasoner;
use crate::reasoner::attention;
use crate::recognition;
use crate::start_clock;
use crate::uct_batching;
use crate::uct_threads;
use crate::value_transfer;
use crate::web_load;
use clap::{Args, Subcommand};
use senet_console::{Common, Failure, message};

/// Repeats an experiment and prints its results beside the published ones; --out writes CSV and SVG
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab mtdf-vs-uct\n  senet lab mtdf-vs-uct --seconds 0.2 --games 20 --only connect-four --out results\n  \
    senet lab uct-batching --games connect-four --out results\n  senet lab self-mapping --games sheets\n  senet lab deep-two-player --budget 10 --only connect-four --out results"
)]
pub struct Lab {
    #[command(subcommand)]
    experiment: Experiment,
}

/// The experiments.
#[derive(Subcommand)]
enum Experiment {
    /// Measures changes to AlphaZero at equal time: Gumbel root selection, playout cap, mixed values
    AlphazeroAblation(DeepLab),
    Attack(attack::AttackLab),
    Clock(match_clock::ClockLab),
    /// Compares convolutions with dense layers on connect four (Gunawan's thesis, Figures 4.8 and 4.9)
    DeepCnn(DeepLab),
    /// Compares networks of different depth (Gunawan's thesis, Figures 4.6 and 4.7)
    DeepDepth(DeepLab),
    /// Plays breakthrough with more simulations and more time (Gunawan's thesis, Figures 4.10 and 4.11)
    DeepLimits(DeepLab),
    /// Learns games with three roles (Gunawan's thesis, Tables 4.4 to 4.6)
    DeepMultiPlayer(DeepLab),
    /// Learns puzzles (Gunawan's thesis, Table 4.3 and Figure 4.5)
    DeepSinglePlayer(DeepLab),
    /// Learns games with two roles (Gunawan's thesis, Table 4.2)
    DeepTwoPlayer(DeepLab),
    GameDistance(mapping::GameDistance),
    GnnZeroShot(gnn_zero_shot::GnnZeroShot),
    InvariantProjections(invariant_projections::InvariantProjections),
    MappingVariants(mapping::MappingVariants),
    MtdfVsUct(mtdf_vs_uct::MtdfVsUct),
    NetworkTransfer(network_transfer::NetworkTransfer),
    ReasonerAblation(attention::ReasonerAblation),
    ReasonerFlatten(attention::ReasonerFlatten),
    ReasonerGames(attention::ReasonerGames),
    ReasonerLabelling(attention::ReasonerLabelling),
    ReasonerMixed(attention::ReasonerMixed),
    ReasonerPca(attention::ReasonerPca),
    ReasonerTransfer(attention::ReasonerTransfer),
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
    /// Runs the chosen experiment. Results that it shows after its deadline are marked as incomplete. An error after the deadline usually
    /// comes from work that was cut off, so it is printed as a message only.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        match self.experiment(common) {
            Ok(()) if common.deadline().is_over() => Err(Failure::OutOfTime {
                what: "the experiment".to_string(),
                is_shown: true,
            }),
            Err(Failure::Told { message, .. }) if common.deadline().is_over() => {
                message!("{message}");
                Err(Failure::out_of_time("the experiment"))
            }
            done => done,
        }
    }

    fn experiment(&self, common: &Common) -> Result<(), Failure> {
        match &self.experiment {
            Experiment::AlphazeroAblation(lab) => {
                lab.run("Changes to AlphaZero", deep::ablation(), common)
            }
            Experiment::Attack(experiment) => experiment.run(common),
            Experiment::Clock(experiment) => experiment.run(common),
            Experiment::DeepCnn(lab) => lab.run("Figures 4.8 and 4.9", deep::cnn(), common),
            Experiment::DeepDepth(lab) => lab.run("Figures 4.6 and 4.7", deep::depth(), common),
            Experiment::DeepLimits(lab) => lab.run("Figures 4.10 and 4.11", deep::limits(), common),
            Experiment::DeepMultiPlayer(lab) => {
                lab.run("Tables 4.4, 4.5 and 4.6", deep::multi_player(), common)
            }
            Experiment::DeepSinglePlayer(lab) => {
                lab.run("Table 4.3", deep::single_player(), common)
            }
            Experiment::DeepTwoPlayer(lab) => lab.run("Table 4.2", deep::two_player(), common),
            Experiment::GameDistance(experiment) => experiment.run(common),
            Experiment::GnnZeroShot(experiment) => experiment.run(common),
            Experiment::InvariantProjections(experiment) => experiment.run(common),
            Experiment::MappingVariants(experiment) => experiment.run(common),
            Experiment::MtdfVsUct(experiment) => experiment.run(common),
            Experiment::NetworkTransfer(experiment) => experiment.run(common),
            Experiment::ReasonerAblation(experiment) => experiment.run(common),
            Experiment::ReasonerFlatten(experiment) => experiment.run(common),
            Experiment::ReasonerGames(experiment) => experiment.run(common),
            Experiment::ReasonerLabelling(experiment) => experiment.run(common),
            Experiment::ReasonerMixed(experiment) => experiment.run(common),
            Experiment::ReasonerPca(experiment) => experiment.run(common),
            Experiment::ReasonerTransfer(experiment) => experiment.run(common),
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
