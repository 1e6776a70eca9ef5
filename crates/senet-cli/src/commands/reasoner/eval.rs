//! `senet reasoner eval`: compares a network with exact evaluation.

use super::ModelArg;
use clap::Args;
use senet_console::{Common, Failure, Out, progress, source};
use senet_lab::reasoner::{FidelityLimits, FidelityRow};

/// Compares a network with exact evaluation on games: F1 of legal, next, terminal and goal
///
/// Half of the states come from random matches, a quarter is terminal, and a quarter has random inputs flipped.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet reasoner eval tic-tac-toe connect-four\n  \
    senet reasoner eval my-game.kif --model my.safetensors --states 1024 --json"
)]
pub struct Eval {
    /// The games
    #[arg(required = true)]
    games: Vec<String>,
    #[command(flatten)]
    model: ModelArg,
    /// States per game
    #[arg(long, value_name = "N", default_value_t = 256)]
    states: usize,
    /// Time limit in seconds for grounding a game; its random matches get the same time again
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    seconds: f64,
}

impl Eval {
    /// Compares the network on each game. Exits with 1 if an answer is wrong.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let network = self.model.network()?;
        let limits = FidelityLimits {
            states: self.states,
            seconds: self.seconds,
            deadline: common.deadline().clone(),
        };
        let bar = progress::bar(self.games.len(), "games");
        let mut rows = Vec::new();
        for game in &self.games {
            let source = source::find(game, common)?;
            rows.push(FidelityRow::measure(
                &source,
                &network,
                &limits,
                common.seed,
            )?);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let mut out = Out::new();
        match common.json {
            true => out.json(&rows)?,
            false => rows.iter().try_for_each(|row| out.text(&text(row)))?,
        }
        out.flush()?;
        match rows.iter().all(FidelityRow::is_exact) {
            true => Ok(()),
            false => Err(Failure::No),
        }
    }
}

fn text(row: &FidelityRow) -> String {
    let scores = row.f1.iter().map(|(name, f1)| format!("{name} {f1:.4}"));
    format!(
        "{}: {}\n  F1: {}\n  {} states, {} of {} derived atoms wrong; {:.0} µs per state (circuit {:.0} µs)\n",
        row.game,
        if row.is_exact() { "exact" } else { "not exact" },
        scores.collect::<Vec<_>>().join(", "),
        row.fidelity.states,
        row.fidelity.wrong,
        row.fidelity.derived,
        row.network_us,
        row.circuit_us,
    )
}
