//! `senet transfer`: learns the values of a game, from scratch or from a game that it is a variant of.

mod learn;
mod learning_role;
mod list;
mod origin;
mod report;
mod stored_values;

use clap::{Args, Subcommand};
use senet_console::{Common, Failure};
use std::path::PathBuf;

/// Learns the values of states, starting from values of the same game or of a related variant
///
/// Temporal-difference learning finds the values of the states after a role's moves. It needs a game in which roles take turns. The knowledge base
/// stores these values under a canonical key, which does not depend on names and rule order.
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

/// The subcommands.
#[derive(Subcommand)]
enum Action {
    Learn(learn::Learn),
    List(list::List),
}

impl Transfer {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let folder = super::tournament::data::folder(self.data.as_deref())?;
        match &self.action {
            Action::Learn(learn) => learn.run(&folder, common),
            Action::List(list) => list.run(&folder, common),
        }
    }
}
