//! `senet tournament resume`: plays what is left of a tournament.

use super::{data, playing};
use clap::Args;
use senet_console::{Common, Failure};
use std::path::Path;

/// Goes on with a tournament that was interrupted
///
/// Matches that were being played then are played from their beginning; all others stay as they are. Rules, players, clocks and seeds are those that
/// the tournament was made with. With --json the outcome is one object; its fields are those of `show --json`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet tournament resume club\n  senet tournament resume club --retry-failed"
)]
pub struct Resume {
    /// The tournament
    name: String,
    /// Also plays matches once more that could not be played to their end
    #[arg(long)]
    retry_failed: bool,
    /// How many processors may be used [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    processors: Option<u16>,
}

impl Resume {
    /// Plays what is left.
    pub fn run(&self, folder: &Path, common: &Common) -> Result<(), Failure> {
        let (store, tournament) = data::find(folder, &self.name)?;
        let how = playing::How {
            rules: playing::load_stored(&tournament.plan)?,
            processors: self.processors,
            retry_failed: self.retry_failed,
        };
        playing::play(store, tournament, how, folder, common)
    }
}
