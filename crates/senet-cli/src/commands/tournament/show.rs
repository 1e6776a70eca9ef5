//! `senet tournament show`: shows the results of a tournament so far.

use super::{data, text};
use clap::Args;
use senet_console::{Common, Failure, Out};
use std::path::Path;

/// Shows ratings with 95 % intervals, and wins, draws and losses
///
/// Also works while the tournament is running. With --json one object: `progress` (planned, done, failed, complete), `ratings` (player, elo, low,
/// high, component), `seats`, `draws`, `by_game`, `tables` (game, role, player, seats, wins, draws, losses, share, mean_goal), `cross`, `ladder`,
/// `repeats`, `damaged` (number, reason; only if there are any), `warnings` and the settings of the tournament.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet tournament show club\n  senet tournament show club --match 17 > match.json"
)]
pub struct Show {
    /// The tournament
    name: String,
    /// Prints the record of this match as JSON instead
    #[arg(long = "match", value_name = "N")]
    number: Option<usize>,
}

impl Show {
    /// Shows the tournament.
    pub fn run(&self, folder: &Path, common: &Common) -> Result<(), Failure> {
        let (store, tournament) = data::find_to_read(folder, &self.name)?;
        if let Some(number) = self.number {
            let record = store.record(tournament.id, number);
            let record = record.map_err(|error| data::failed(&error, folder))?;
            return print_record(record, &self.name, number);
        }
        let known = data::load(&store, tournament, folder)?;
        match common.json {
            true => Ok(Out::new().json(&known.review)?),
            false => text::show(&known.review),
        }
    }
}

fn print_record(record: Option<String>, name: &str, number: usize) -> Result<(), Failure> {
    let Some(record) = record else {
        let message = format!("{name} has no record of a match {number}");
        return Err(Failure::new(message)
            .help("matches are numbered from 0, and have a record once they have ended"));
    };
    let mut out = Out::new();
    out.line(record)?;
    Ok(out.flush()?)
}
