//! Trains the small cell and proves it.

use super::{Shared, unwritten};
use clap::Args;
use senet_console::{Common, Failure, Out, clock, progress, source};
use senet_gdl::Deadline;
use senet_lab::reasoner::grounded;
use senet_neural::{
    GameStates, ProgramShape, ReasonerNetwork, ReasonerTraining, SampleOptions, TrainData,
    TrainError, TrainProgress, sample_states, train, train_certified,
};
use serde_json::json;
use std::path::Path;

/// The default number of optimiser steps.
const STEPS: usize = 600;
/// The default learning rate.
const LEARNING_RATE: f32 = 4e-3;
/// The default time limit in seconds.
const SECONDS: f64 = 600.0;
/// Time limit in seconds for grounding a training game. Its random matches get the same time again.
const GAME_SECONDS: f64 = 20.0;

/// Options of `--arch senet`.
#[derive(Args)]
#[command(next_help_heading = "Options of --arch senet")]
pub struct ExactTraining {
    /// Size of the vector of each atom: 4, 8, 16 or 32
    #[arg(long, value_name = "N", default_value_t = 4)]
    hidden: usize,
    /// States per step and game or program, at most 64
    #[arg(long, value_name = "N", default_value_t = 16)]
    states: usize,
    /// Standard deviation of the noise that training adds to the vectors
    #[arg(long, value_name = "X", default_value_t = 0.5)]
    noise: f32,
    /// Keeps tanh activations and the first network, which is not proved
    #[arg(long)]
    no_proof: bool,
    /// Seeds to try until a network is proved
    #[arg(long, value_name = "N", default_value_t = 50)]
    attempts: usize,
}

impl ExactTraining {
    /// Trains the network and writes it.
    pub fn run(&self, shared: &Shared, common: &Common) -> Result<(), Failure> {
        let options = self.options(shared, common)?;
        let spinner = progress::spinner("training".to_string());
        let start = clock::thread_cpu_seconds();
        let mut tell = |news: &TrainProgress| {
            spinner.set_message(format!(
                "attempt {}, step {} of {}, loss {:.4}",
                news.attempt, news.step, options.steps, news.loss
            ));
        };
        let network = match self.no_proof {
            true => train(&options, &mut tell),
            false => train_certified(&options, self.attempts, &mut tell),
        };
        spinner.finish_and_clear();
        let seconds = clock::thread_cpu_seconds() - start;
        let network = network.map_err(|error| failed(&error))?;
        let saved = network.save(shared.out);
        saved.map_err(|error| unwritten(shared.out, &error))?;
        show(shared.out, &network, seconds, common)
    }

    fn options(&self, shared: &Shared, common: &Common) -> Result<ReasonerTraining, Failure> {
        let deadline = common.deadline_or(SECONDS);
        Ok(ReasonerTraining {
            hidden: self.hidden,
            steps: shared.steps.unwrap_or(STEPS),
            states: self.states,
            noise: self.noise,
            learning_rate: shared.learning_rate.unwrap_or(LEARNING_RATE),
            seed: common.seed,
            data: match shared.games.is_empty() {
                true => TrainData::Programs(ProgramShape::default()),
                false => TrainData::Games(sampled(shared.games, common, &deadline)?),
            },
            deadline,
        })
    }
}

/// Samples states of the training games.
fn sampled(
    games: &[String],
    common: &Common,
    deadline: &Deadline,
) -> Result<Vec<GameStates>, Failure> {
    let sample = |name: &String| {
        let source = source::find(name, common)?;
        let options = SampleOptions {
            seed: common.seed,
            deadline: deadline.clone(),
            ..SampleOptions::default()
        };
        Ok(sample_states(
            &source.name,
            &grounded(&source, &common.deadline_within(GAME_SECONDS))?,
            &options,
        ))
    };
    games.iter().map(sample).collect()
}

fn show(
    out_file: &Path,
    network: &ReasonerNetwork,
    seconds: f64,
    common: &Common,
) -> Result<(), Failure> {
    let mut out = Out::new();
    if common.json {
        out.json(&json!({
            "model": out_file.display().to_string(),
            "parameters": network.parameters(),
            "hidden": network.hidden(),
            "certificate": network.certificate,
            "training": network.log,
            "cpu_s": seconds,
        }))?;
    } else {
        out.line(format!("{}: {}", out_file.display(), network.claim()))?;
        out.line(format!(
            "trained in {seconds:.1} s of CPU time on {}; seed {}, loss {:.4}",
            network.log.data, network.log.seed, network.log.loss
        ))?;
    }
    Ok(out.flush()?)
}

fn failed(error: &TrainError) -> Failure {
    let help = match error {
        TrainError::Stopped { .. } => return Failure::out_of_time("training"),
        TrainError::Hidden(_) => "choose --hidden 4, 8, 16 or 32",
        TrainError::TooLarge { .. } => "choose smaller --games, or a smaller --hidden",
        TrainError::Diverged { .. } => "lower --learning-rate",
        TrainError::NotProved(_) => "raise --attempts, choose another --seed, or give --no-proof",
    };
    Failure::new(error.to_string()).help(help)
}
