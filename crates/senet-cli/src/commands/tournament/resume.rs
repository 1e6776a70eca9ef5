//! `senet tournament resume`: plays the remaining matches of a tournament.

use super::{data, playing};
use clap::Args;
use senet_console::{Common, Failure};
use std::path::Path;

/// Continues an interrupted tournament
///
/// Interrupted matches start again; finished matches stay as they are. Rules, players, clocks and seeds are those of the tournament. With --json the
/// result is one object with the fields of `show --json`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet tournament resume club\n  senet tournament resume club --retry-failed"
)]
pub struct Resume {
    /// The tournament
    name: String,
    /// Also replays matches that failed, or whose stored rows are damaged
    #[arg(long)]
    retry_failed: bool,
    /// Number of cores to use [default: all]
    #[arg(long, alias = "processors", value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    cores: Option<u16>,
}

impl Resume {
    /// Plays the remaining matches.
    pub fn run(&self, folder: &Path, common: &Common) -> Result<(), Failure> {
        let (store, tournament) = data::find(folder, &self.name)?;
        let how = playing::PlaySettings {
            rules: playing::load_stored(&tournament.plan, common)?,
            cores: self.cores,
            retry_failed: self.retry_failed,
        };
        playing::play(store, tournament, how, folder, common)
    }
}
