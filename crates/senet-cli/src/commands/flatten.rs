//! `senet flatten`: inlines helper relations into the rules that use them.

use super::fmt::To;
use clap::Args;
use senet_console::{Common, Failure, Out, message, source, time_limit};
use senet_gdl::{Description, FlattenOptions, Notation, Relation, flatten, write};
use serde_json::{Value, json};

/// Inlines helper relations into the rules for legal and next, if the result is finite
///
/// The result plays exactly like the original. Relations that are not inlined are listed with the reason on standard error, or with --json in
/// `left_alone`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet flatten tic-tac-toe > flat.kif\n  senet flatten my-game.kif --all --json"
)]
pub struct Flatten {
    /// The game
    game: String,
    /// Also inlines into the rules for goal, terminal and sees
    #[arg(long)]
    all: bool,
    /// Maximum number of rules in the result
    #[arg(long, value_name = "N", default_value_t = FlattenOptions::default().rules)]
    rules: usize,
    /// Maximum number of rules that one rule may expand to
    #[arg(long, value_name = "N", default_value_t = FlattenOptions::default().rules_per_rule)]
    rules_per_rule: usize,
    /// Notation of the result
    #[arg(long, value_enum, value_name = "NOTATION", default_value_t = To::Prefix)]
    to: To,
}

impl Flatten {
    /// Flattens the sheet and prints it.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let source = source::find(&self.game, common)?;
        let description = source.playable_rules()?;
        let options = FlattenOptions {
            goal: self.all,
            terminal: self.all,
            sees: self.all,
            rules_per_rule: self.rules_per_rule,
            rules: self.rules,
            ..FlattenOptions::default()
        };
        let flat = flatten(&description, &options, common.deadline());
        let rules = write(&flat.description, Notation::from(self.to));
        let name = |relation: &Relation| relation_name(&description, *relation);
        let unfolded: Vec<_> = flat.unfolded.iter().map(name).collect();
        let left = flat.left_alone.iter();
        let left: Vec<_> = left
            .map(|(relation, why)| (name(relation), why.to_string()))
            .collect();
        let mut out = Out::new();
        if common.json {
            let left = left
                .iter()
                .map(|(relation, reason)| json!({"relation": relation, "reason": reason}));
            let left: Vec<Value> = left.collect();
            out.json(&json!({"game": source.name, "rules": rules, "unfolded": unfolded, "left_alone": left, "complete": flat.is_complete}))?;
        } else {
            out.text(&rules)?;
            left.iter()
                .for_each(|(relation, reason)| message!("not inlined: {relation}, {reason}"));
        }
        out.flush()?;
        if !flat.is_complete {
            let (message, _) = time_limit::reason("flattening");
            message!("warning: {message}, so some helper relations remain");
        }
        Ok(())
    }
}

fn relation_name(description: &Description, (symbol, arity): Relation) -> String {
    format!("{}/{arity}", description.symbols.spelling(symbol))
}
