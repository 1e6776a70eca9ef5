//! `senet knowledge`: manages the knowledge base of games.

mod add;
pub mod base;
mod list;

use clap::{Args, Subcommand};
use senet_console::{Common, Failure};
use std::path::PathBuf;

/// Manages the knowledge base of games that `senet recognise` uses
///
/// Games are stored with their variants, so a look-up among hundreds takes milliseconds. A game is stored once, even under other names.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet knowledge add my-game.kif\n  senet knowledge add my-games --base games.sqlite\n  \
    senet knowledge list --json"
)]
pub struct KnowledgeCommand {
    /// The knowledge base [default: knowledge.sqlite in $SENET_DATA, else in senet in the user's data folder]
    #[arg(long, value_name = "FILE", global = true)]
    base: Option<PathBuf>,
    #[command(subcommand)]
    action: Action,
}

/// The subcommands.
#[derive(Subcommand)]
enum Action {
    Add(add::Add),
    List(list::List),
    Show(list::Show),
    Remove(list::Remove),
}

impl KnowledgeCommand {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let file = base::file(self.base.as_deref())?;
        match &self.action {
            Action::Add(add) => add.run(&file, common),
            Action::List(list) => list.run(&file, common),
            Action::Show(show) => show.run(&file, common),
            Action::Remove(remove) => remove.run(&file, common),
        }
    }
}
