//! `senet tournament`: plays many matches by a schedule, and reports ratings with intervals.

pub mod data;
mod export;
mod list;
mod playing;
mod resume;
mod run;
mod show;
mod text;

use clap::{Args, Subcommand};
use senet_console::{Common, Failure};
use std::path::PathBuf;

/// Plays tournaments: many matches between players, and ratings with intervals
///
/// A database stores each match when it ends. You may interrupt a tournament at any moment and continue it with `resume`. No match is lost or counted
/// twice.
#[derive(Args)]
#[command(after_help = "Examples:
  senet tournament run --name club --games tic-tac-toe,connect-four --players random,greedy,uct --rounds 5 --start-clock 1 --play-clock 0.1
  senet tournament show club
  senet tournament resume club
  senet tournament export club --format html --out club.html
  senet tournament list")]
pub struct Tournament {
    /// Folder of the database [default: $SENET_DATA, else senet in the user's data folder]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Run(Box<run::Run>),
    Resume(resume::Resume),
    Show(show::Show),
    Export(export::Export),
    List(list::List),
    Remove(list::Remove),
}

impl Tournament {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let data = data::folder(self.data.as_deref())?;
        match &self.action {
            Action::Run(run) => run.run(&data, common),
            Action::Resume(resume) => resume.run(&data, common),
            Action::Show(show) => show.run(&data, common),
            Action::Export(export) => export.run(&data, common),
            Action::List(list) => list.run(&data, common),
            Action::Remove(remove) => remove.run(&data, common),
        }
    }
}
