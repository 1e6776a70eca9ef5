//! `senet lab attack`: attacks the program as hostile authors, hosts, visitors and disks would.
//!
//! The attacked program runs in child processes under clocks and memory limits, on loopback addresses only. Every loop is bounded in
//! count and time. All files lie in a temporary folder, which is removed at the end.
//!
//! - `attacker.rs` has what all parts share; `child.rs` runs the program; `verdict.rs` judges how it ended;
//! - `sheets` writes hostile rule sheets and gives them to the commands;
//! - `differential` compares all back ends with clingo on random rules;
//! - `protocol` and `web` attack the two servers; `kills` and `corruption` attack stored data.

mod attacker;
mod child;
mod corruption;
#[allow(
    clippy::disallowed_methods,
    reason = "a random game that loads slowly is skipped; the attack itself ends with the command"
)]
mod differential;
mod finding;
mod folder;
mod http;
mod kills;
mod part;
mod protocol;
mod server;
mod sheets;
mod verdict;
mod web;

use attacker::{Attacker, Limits, Results};
use clap::Args;
use part::Part;
use senet_console::time_limit::number_up_to;
use senet_console::{Common, Failure, Out};
use serde_json::json;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Attacks the program with hostile sheets, hosts and visitors, kills its processes, and damages its files
///
/// Each part gets an equal share of the time that is left. The exit code is 1 if there are findings. A finding names the seed of its case;
/// the same seed and options repeat the cases in the same order. Only loopback addresses are used.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab attack --minutes 2\n  senet lab attack --only sheets,web --minutes 10 --keep findings --seed 7\n  \
    senet lab attack --program target/release/senet --minutes 60 --json"
)]
pub struct AttackLab {
    /// The parts to run [default: all]
    #[arg(long, value_name = "PART,…", value_delimiter = ',')]
    only: Vec<Part>,
    /// Minutes for all parts together
    #[arg(long, value_name = "MIN", default_value_t = 6.0, value_parser = minutes)]
    minutes: f64,
    /// Maximum number of cases in each part
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    cases: usize,
    /// The program to attack [default: this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Time limit for each command, in seconds
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = seconds)]
    command_limit: f64,
    /// Seconds by which a command may exceed its time limit
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = seconds)]
    slack: f64,
    /// Memory in MiB that a process may use
    #[arg(long, value_name = "MIB", default_value_t = 4608)]
    memory: u64,
    /// Folder for the sheets and files that show findings
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

fn minutes(text: &str) -> Result<f64, String> {
    number_up_to(text, 24.0 * 60.0)
}

fn seconds(text: &str) -> Result<f64, String> {
    number_up_to(text, 3600.0)
}

impl AttackLab {
    /// Runs the parts one after another.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let stop = common.deadline();
        let limits = Limits {
            seconds: self.command_limit,
            slack: self.slack,
            memory_mib: self.memory,
        };
        let began = Instant::now();
        let program = self.program()?;
        let mut attacker =
            Attacker::new(program, limits, self.keep.clone(), self.cases, stop.clone())?;
        let parts = match self.only.is_empty() {
            true => &Part::ALL[..],
            false => &self.only[..],
        };
        let end = began + Duration::from_secs_f64(self.minutes * 60.0);
        for (number, &part) in parts.iter().enumerate() {
            if stop.is_over() {
                break;
            }
            let left = end.saturating_duration_since(Instant::now());
            let share = left / (parts.len() - number) as u32;
            attacker.begin(part, common.seed, share);
            match part.run(&mut attacker) {
                // What was found so far is told.
                Err(Failure::OutOfTime { .. }) => break,
                done => done?,
            }
        }
        let results = attacker.into_results();
        self.tell(&results, parts, began.elapsed(), common)
    }

    fn program(&self) -> Result<PathBuf, Failure> {
        let program = match &self.program {
            Some(program) => std::fs::canonicalize(program),
            None => std::env::current_exe(),
        };
        program.map_err(|error| {
            Failure::new(format!("cannot find the program to attack: {error}"))
                .help("give its path with --program")
        })
    }

    fn tell(
        &self,
        results: &Results,
        parts: &[Part],
        took: Duration,
        common: &Common,
    ) -> Result<(), Failure> {
        let Results {
            counts,
            notes,
            findings,
        } = results;
        let mut out = Out::new();
        if common.json {
            out.json(&json!({
                "experiment": "attack",
                "seed": common.seed,
                "seconds": took.as_secs_f64(),
                "parts": parts,
                "counts": counts,
                "skipped": notes,
                "findings": findings,
            }))?;
        } else {
            for line in findings
                .iter()
                .map(ToString::to_string)
                .chain(notes.clone())
            {
                out.line(line)?;
            }
            let counts: Vec<_> = counts
                .iter()
                .map(|(what, n)| format!("{n} {what}"))
                .collect();
            out.line(format!(
                "attack: seed {}, {:.0} s: {}: {} findings",
                common.seed,
                took.as_secs_f64(),
                counts.join(", "),
                findings.len()
            ))?;
        }
        out.flush()?;
        match findings.is_empty() {
            true => Ok(()),
            false => Err(Failure::No),
        }
    }
}
