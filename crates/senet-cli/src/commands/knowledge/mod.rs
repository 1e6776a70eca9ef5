//! `senet knowledge`: the games that are known.

mod add;
pub mod base;
mod list;

use clap::{Args, Subcommand};
use senet_console::{Common, Failure};
use std::path::PathBuf;

/// Keeps a knowledge base of games, by which `senet recognise` knows them again
///
/// Games are kept with their variants, so looking one up among hundreds takes milliseconds. The same game under other names is kept once.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet knowledge add my-game.kif\n  senet knowledge add my-games --base games.sqlite\n  \
    senet knowledge list --json"
)]
pub struct KnowledgeCommand {
    /// The file [default: knowledge.sqlite in $SENET_DATA, else in senet in the user's data folder]
    #[arg(long, value_name = "FILE", global = true)]
    base: Option<PathBuf>,
    #[command(subcommand)]
    action: Action,
}

/// What to do with it.
#[derive(Subcommand)]
enum Action {
    Add(add::Add),
    List(list::List),
    Show(list::Show),
    Remove(list::Remove),
}

impl KnowledgeCommand {
    /// Does it.
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
