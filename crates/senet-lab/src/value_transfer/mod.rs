//! `senet lab value-transfer`: transfers learned values from one game to a variant.
//!
//! Repeats the three published experiments. Every trial scrambles the target and recognises it by its rules alone.
//! The library contains the rules of the first two. Minichess is the published king and rook against king.
//! The library's minichess does not fit: its boards also differ in pieces and step limits, so they are not variants of each other.

mod curves;
mod experiment;
mod minichess;
mod report;
mod trial;

use crate::csv;
use clap::Args;
use curves::Learners;
use experiment::Experiment;
use fastrand::Rng;
use rayon::prelude::*;
use report::TransferResults;
use senet_console::{Common, Failure, Out, progress};
use senet_gdl::Sheet;
use senet_knowledge::SourceGame;
use senet_learn::td::TdSettings;
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;
use trial::{Opponents, Task, TransferTrial, TrialSetup};

/// Learns variants of checkers, tic-tac-toe and minichess, starting from learned values of the original game
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab value-transfer\n  senet lab value-transfer --only tic-tac-toe --trials 10 --out results\n  \
    senet lab value-transfer --only minichess --matches 8000 --json\n\n\
    --out writes value-transfer-NAME.csv (all curves), value-transfer-NAME.svg and value-transfer.json."
)]
pub struct ValueTransfer {
    /// Experiments, separated by commas: checkers, tic-tac-toe, minichess
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Number of trials per experiment
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u16).range(2..))]
    trials: u16,
    /// Number of target matches [default: depends on the experiment]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(100..))]
    matches: Option<u32>,
    /// Learning rate α
    #[arg(long, value_name = "SHARE", default_value_t = 0.3, value_parser = share)]
    rate: f32,
    /// Share of random moves of learners (ε). The publication does not give it
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    exploration: f32,
    /// Folder for the results as CSV, SVG and JSON
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

fn share(text: &str) -> Result<f32, String> {
    let number: f32 = text.parse().map_err(|_| "expected a number".to_string())?;
    let fine = (0.0..=1.0).contains(&number);
    fine.then_some(number)
        .ok_or_else(|| "expected a number between 0 and 1".to_string())
}

impl ValueTransfer {
    /// Runs the experiments.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let mut out = Out::new();
        let (mut values, mut written) = (Vec::new(), Vec::new());
        for experiment in self.chosen(common)? {
            let results = self.experiment(&experiment, common)?;
            if !common.json {
                out.text(&results.table())?;
                out.flush()?;
            }
            written.push((
                format!("value-transfer-{}.csv", experiment.name),
                results.csv(),
            ));
            written.push((
                format!("value-transfer-{}.svg", experiment.name),
                results.svg(),
            ));
            values.push(results.json());
        }
        let whole = json!({
            "experiment": "value-transfer",
            "seed": common.seed,
            "trials": self.trials,
            "rate": self.rate,
            "exploration": self.exploration,
            "window": curves::WINDOW,
            "results": values,
        });
        if common.json {
            out.json(&whole)?;
        }
        if let Some(folder) = &self.out {
            written.push(("value-transfer.json".to_string(), format!("{whole:#}\n")));
            let files: Vec<_> = written
                .iter()
                .map(|(n, t)| (n.as_str(), t.clone()))
                .collect();
            csv::write(folder, &files)?;
        }
        out.flush()?;
        Ok(())
    }

    fn chosen(&self, common: &Common) -> Result<Vec<Experiment>, Failure> {
        let all = experiment::experiments(common)?;
        let names: Vec<_> = all.iter().map(|experiment| experiment.name).collect();
        if let Some(wrong) = self
            .only
            .iter()
            .find(|name| !names.contains(&name.as_str()))
        {
            let there_are = format!("choose from: {}", names.join(", "));
            return Err(Failure::new(format!("there is no experiment `{wrong}`")).help(there_are));
        }
        let wanted = |e: &Experiment| self.only.is_empty() || self.only.iter().any(|n| n == e.name);
        Ok(all.into_iter().filter(wanted).collect())
    }

    fn settings(&self) -> TdSettings {
        TdSettings {
            rate: self.rate,
            exploration: self.exploration,
            ..TdSettings::default()
        }
    }

    fn experiment<'a>(
        &self,
        experiment: &'a Experiment,
        common: &Common,
    ) -> Result<TransferResults<'a>, Failure> {
        let begin = Instant::now();
        let (from, to) = experiment.starts;
        let sheet = Sheet::read(experiment.target.as_str());
        let source = Sheet::read(experiment.source.as_str());
        let source = Task::load(&source, from, None, common)?;
        let target = Task::load(&sheet, to, None, common)?;
        let kin = SourceGame::of(&experiment.source, common.deadline())
            .map_err(|error| Failure::new(error.to_string()))?;
        let spinner = progress::spinner(format!("{}: training opponents", experiment.name));
        let mut rng = Rng::with_seed(common.seed);
        let opponents = Opponents::ready(experiment, &source, &target, self.settings(), &mut rng)?;
        spinner.finish_and_clear();
        let laboratory = TrialSetup {
            experiment,
            source: &source,
            target: &target,
            sheet: &sheet,
            opponents: &opponents,
            kin: &kin,
            settings: self.settings(),
            matches: self.matches.map_or(experiment.matches, |n| n as usize),
            common,
        };
        let trials = self.trials(&laboratory)?;
        Ok(results(experiment, laboratory.matches, trials, begin))
    }

    /// Runs all trials on all cores.
    fn trials(&self, laboratory: &TrialSetup) -> Result<Vec<TransferTrial>, Failure> {
        let bar = progress::bar(usize::from(self.trials), "trials");
        bar.set_message(laboratory.experiment.name);
        let trial = |number| {
            let trial = laboratory.trial(number);
            bar.inc(1);
            trial
        };
        let trials = (0..u64::from(self.trials)).into_par_iter().map(trial);
        let trials = trials.collect();
        bar.finish_and_clear();
        trials
    }
}

/// Groups the trials by experience.
fn results(
    experiment: &Experiment,
    matches: usize,
    trials: Vec<TransferTrial>,
    begin: Instant,
) -> TransferResults<'_> {
    let recognised = trials.first().map(|trial| trial.kinship.clone());
    let played = experiment.experiences.iter().map(|e| e + matches);
    let played = played.sum::<usize>() * trials.len();
    let learners = experiment.experiences.iter().map(|&e| Learners::new(e));
    let mut learners: Vec<_> = learners.collect();
    for trial in trials {
        for (learners, run) in learners.iter_mut().zip(trial.runs) {
            learners.goals.push(run.goals);
            learners.counts.push(run.counts);
        }
    }
    TransferResults {
        experiment,
        recognised: recognised.unwrap_or_default(),
        matches,
        learners,
        seconds: begin.elapsed().as_secs_f64(),
        played,
    }
}
