//! `senet reasoner eval`: compares a network with exact evaluation.

use super::{Model, ModelArg};
use clap::Args;
use senet_console::{Common, Failure, Out, clock, progress, source, time_limit};
use senet_gdl::Deadline;
use senet_lab::reasoner::attention::{Preparing, TaskScore, TestScores, Testing, prepare, test};
use senet_lab::reasoner::{FidelityGame, FidelityLimits, FidelityRow};
use senet_neural::{GatReasoner, ReasonerNetwork};
use serde_json::json;
use std::sync::Arc;

/// Compares a network with exact evaluation on games: F1 of legal, next, terminal and goal
///
/// Half of the states come from random matches, a quarter is terminal, and a quarter has random inputs flipped. An attention network is tested in
/// whole random matches instead (--matches), for legal moves and next fluents.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet reasoner eval tic-tac-toe connect-four\n  \
    senet reasoner eval my-game.kif --model my.safetensors --states 1024 --json\n  \
    senet reasoner eval tic-tac-toe --model attention.safetensors --matches 20"
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
    /// Random matches per game for an attention network
    #[arg(long, value_name = "N", default_value_t = 100)]
    matches: usize,
    /// Inlines helper relations first, for an attention network
    #[arg(long)]
    flat: bool,
    /// Time limit in seconds for grounding a game; its random matches get the same time again
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = time_limit::seconds)]
    seconds: f64,
}

impl Eval {
    /// Compares the network on each game. Exits with 1 if an answer is wrong.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        match self.model.open()? {
            Model::Exact(network) => self.exact(&network, common),
            Model::Attention(reasoner) => self.attention(&reasoner, common),
        }
    }

    fn exact(&self, network: &Arc<ReasonerNetwork>, common: &Common) -> Result<(), Failure> {
        let limits = FidelityLimits {
            states: self.states,
            seconds: self.seconds,
            deadline: common.deadline().clone(),
        };
        let bar = progress::bar(self.games.len(), "games");
        let mut rows = Vec::new();
        for game in &self.games {
            let source = source::find(game, common)?;
            let game = FidelityGame::prepare(&source, &limits, common.seed)?;
            rows.push(game.measure(network, &limits, common.seed)?);
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

    /// Tests an attention network on each game. Exactness is not expected of it, so the exit code is 0.
    fn attention(&self, reasoner: &GatReasoner, common: &Common) -> Result<(), Failure> {
        let mut out = Out::new();
        let mut all = Vec::new();
        for game in &self.games {
            let source = source::find(game, common)?;
            let preparing = Preparing {
                rows: 0,
                is_flat: self.flat,
                seed: common.seed,
                deadline: clock::cpu_deadline(self.seconds, common.deadline()),
                match_seconds: 0.0,
            };
            let testing = Testing {
                matches: self.matches.max(1),
                labelling: reasoner.labelling,
                seed: common.seed,
                end: Deadline::clone(common.deadline()),
                first_end: Deadline::clone(common.deadline()),
            };
            let prepared = prepare(&source, &preparing)?;
            let scores = test(reasoner, &prepared, &testing)?;
            match common.json {
                true => all.push(json!({"game": source.name, "scores": scores})),
                false => out.text(&attention_text(&source.name, &scores))?,
            }
        }
        if common.json {
            out.json(&all)?;
        }
        Ok(out.flush()?)
    }
}

fn attention_text(game: &str, scores: &TestScores) -> String {
    let line = |name: &str, score: &TaskScore| {
        let (low, high) = score.interval;
        format!(
            "  {name}: precision {:.4}, recall {:.4}, F1 {:.4} [{low:.4}–{high:.4}]\n",
            score.precision, score.recall, score.f1
        )
    };
    format!(
        "{game}: {} matches, {} states\n{}{}",
        scores.matches,
        scores.states,
        line("legal", &scores.legal),
        line("next", &scores.next)
    )
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
