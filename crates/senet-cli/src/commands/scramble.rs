//! `senet scramble`: renames the symbols of a game and shuffles its rules.

use super::fmt::To;
use clap::Args;
use senet_console::{Common, Failure, Out, source};
use senet_gdl::{Notation, ScrambleOptions, scramble, write};
use serde_json::{Map, json};

/// Renames all symbols and shuffles the rules, so that players cannot rely on names or order
///
/// Keywords stay the same; integers too, unless --integers is given. With --json the object has `rules` and `mapping` (old name to new name).
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet scramble tic-tac-toe --seed 7 > scrambled.kif\n  \
    senet scramble my-game.kif --json | jq .mapping"
)]
pub struct Scramble {
    /// The game
    game: String,
    /// Keeps the names
    #[arg(long)]
    keep_names: bool,
    /// Keeps the order of rules, facts and conditions, as match hosts do
    #[arg(long)]
    keep_order: bool,
    /// Renames integers too, except possible goal values
    #[arg(long)]
    integers: bool,
    /// Notation of the result
    #[arg(long, value_enum, value_name = "NOTATION", default_value_t = To::Prefix)]
    to: To,
}

impl Scramble {
    /// Scrambles the sheet and prints it.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let source = source::find(&self.game, common)?;
        let sheet = source.sheet()?;
        let options = ScrambleOptions {
            rename: !self.keep_names,
            rename_integers: self.integers,
            shuffle_rules: !self.keep_order,
            shuffle_facts: !self.keep_order,
            shuffle_literals: !self.keep_order,
        };
        let scrambled = scramble(&sheet.description, common.seed, &options);
        let rules = write(&scrambled.description, Notation::from(self.to));
        let mut out = Out::new();
        if common.json {
            let pairs = scrambled.renaming.pairs().iter();
            let mapping: Map<_, _> = pairs.map(|(old, new)| (old.clone(), json!(new))).collect();
            out.json(&json!({"game": source.name, "seed": common.seed, "rules": rules, "mapping": mapping}))?;
        } else {
            out.text(&rules)?;
        }
        out.flush()?;
        Ok(())
    }
}
