//! `senet transfer`: learning the values of a game, from scratch or from what is known about a game that it is a variant of.

mod learn;
mod list;
mod origin;
mod pupil;
mod report;
mod shelf;

use clap::{Args, Subcommand};
use senet_console::{Common, Failure};
use std::path::PathBuf;

/// Learns what states of a game are worth, starting from what was learned about the same game or one that it is a variant of
///
/// Values of the states that follow from a role's moves are learned by temporal differences, for games whose players take turns. They are kept in
/// the knowledge base, under a key that names and order of the rules do not change.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet transfer learn tic-tac-toe --matches 10000\n  \
    senet scramble tic-tac-toe | senet transfer learn - --matches 1000\n  \
    senet transfer learn checkers-5x5-4men --from checkers-5x5 --opponent self\n  senet transfer list"
)]
pub struct Transfer {
    #[command(subcommand)]
    action: Action,
    /// Folder of the knowledge base [default: $SENET_DATA, else senet in the user's data folder]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// What to do.
#[derive(Subcommand)]
enum Action {
    Learn(learn::Learn),
    List(list::List),
}

impl Transfer {
    /// Does it.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let folder = super::tournament::data::folder(self.data.as_deref())?;
        match &self.action {
            Action::Learn(learn) => learn.run(&folder, common),
            Action::List(list) => list.run(&folder, common),
        }
    }
}
