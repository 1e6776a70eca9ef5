//! Experiments of the thesis on deep reinforcement learning in general game playing, chapter 4. Each is a list of rows.

mod entry;
mod report;
mod runner;
mod tables;

pub use tables::{ablation, cnn, depth, limits, multi_player, single_player, two_player};

use crate::csv;
use clap::Args;
use entry::Entry;
use senet_console::{Common, Failure, Out};
use serde_json::json;
use std::path::PathBuf;

/// Options of the experiments with trained networks.
#[derive(Args)]
pub struct DeepLab {
    /// Minutes for everything: six tenths for training, the rest for matches
    #[arg(long, value_name = "M", default_value_t = 60.0)]
    budget: f64,
    /// Minutes of training for each network [default: an equal share of the budget]
    #[arg(long, value_name = "M")]
    train: Option<f64>,
    /// Maximum number of matches for each row
    #[arg(long, value_name = "N", default_value_t = 100)]
    matches: u64,
    /// CPU seconds per move
    #[arg(long, value_name = "S", default_value_t = 0.1)]
    seconds: f64,
    /// Only these games
    #[arg(long, value_name = "GAME,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Networks and matches in parallel [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Folder for table.csv, plot.svg, losses.svg and the networks; training continues where it ended [default: lab-deep]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl DeepLab {
    /// Trains the networks of a table, plays its rows and prints them.
    pub fn run(&self, title: &str, entries: Vec<Entry>, common: &Common) -> Result<(), Failure> {
        self.check()?;
        let outcome = runner::run(self, entries, common)?;
        let folder = self.work_folder();
        csv::write(
            &folder,
            &[
                ("table.csv", report::csv(&outcome)),
                ("plot.svg", report::svg(title, &outcome)),
                ("losses.svg", report::losses(&outcome)),
            ],
        )?;
        let mut out = Out::new();
        if common.json {
            let mut value = report::value(&outcome);
            value["seed"] = json!(common.seed);
            value["budget_minutes"] = json!(self.budget);
            out.json(&value)?;
        } else {
            out.line(format!(
                "{title}; budget {} minutes, seed {}",
                self.budget, common.seed
            ))?;
            out.text(&report::text(&outcome))?;
        }
        Ok(out.flush()?)
    }

    fn check(&self) -> Result<(), Failure> {
        let wrong = |what: &str| Err(Failure::new(what).help("`senet lab --help` shows examples"));
        let positive = |number: f64| number.is_finite() && number > 0.0;
        match self {
            _ if !positive(self.budget) => wrong("--budget must be above 0"),
            _ if self.train.is_some_and(|minutes| !positive(minutes)) => {
                wrong("--train must be above 0")
            }
            _ if !positive(self.seconds) => wrong("--seconds must be above 0"),
            _ if self.matches == 0 => wrong("--matches must be at least 1"),
            _ => Ok(()),
        }
    }

    fn work_folder(&self) -> PathBuf {
        let folder = self.out.clone();
        folder.unwrap_or_else(|| PathBuf::from("lab-deep"))
    }
}
