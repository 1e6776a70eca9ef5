//! `senet boards`: which parts of a game's states never change, the boards.

use crate::back_end::load_failure;
use crate::cli::Common;
use crate::clock;
use crate::failure::Failure;
use crate::output::Out;
use crate::progress;
use crate::source::{self, Source};
use clap::Args;
use senet_analyze::{AnalyzeError, Boards, Options, Question};
use senet_engine::LoadError;
use senet_gdl::{Sheet, playable};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// Finds the boards of a game: the projections of its states that are the same in every state (invariant projections)
///
/// A projection is a relation and some of its argument positions; ⟨cell, {1, 2}⟩ shows the first two arguments of all facts of `cell`. It is
/// `proved` to be the same always, `refuted` by a state and a joint move, or `undecided`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet boards tic-tac-toe\n  senet boards my-game.kif --json\n  \
    senet boards checkers --verify-ip --time-limit 10"
)]
pub struct BoardsCommand {
    /// The game
    game: String,
    /// Asks only what the published test asks: from any state of declared facts, without lemmas and random matches
    #[arg(long)]
    verify_ip: bool,
    #[command(flatten)]
    limits: BoardLimits,
}

/// How much finding boards may cost.
#[derive(Args, Clone)]
pub struct BoardLimits {
    /// Stops after so many seconds a game; what is not decided by then is `undecided`
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    pub time_limit: f64,
    /// Conflicts that one question to the solver may cost
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    conflicts: u32,
    /// Steps of random matches before the solver is asked
    #[arg(long, value_name = "N", default_value_t = 1000)]
    steps: usize,
}

impl BoardLimits {
    /// The options for the analysis; the time runs from now.
    fn options(&self, question: Question, seed: u64) -> Options {
        let mut options = Options {
            question,
            conflicts: self.conflicts,
            seed,
            stop: clock::stop_after(self.time_limit),
            clock: Arc::new(|| Duration::from_secs_f64(clock::thread_cpu_seconds())),
            ..Options::default()
        };
        options.playouts.all_steps = self.steps;
        options.ground.stop = options.stop.clone();
        options
    }

    /// Finds the boards of a game.
    pub fn find(&self, source: &Source, question: Question, seed: u64) -> Result<Boards, Failure> {
        let sheet = Sheet::read(source.text.as_str());
        let rules = playable(&sheet)
            .map_err(|problems| load_failure(source, &LoadError::Unplayable(problems)))?;
        let failed = |error: AnalyzeError| {
            Failure::new(format!("{}: {error}", source.name))
                .help("raise --time-limit; games that do not ground cannot be analysed")
        };
        senet_analyze::boards(&rules, &self.options(question, seed)).map_err(failed)
    }
}

impl BoardsCommand {
    /// Finds the boards and tells about them.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let source = source::find(&self.game, common)?;
        let question = match self.verify_ip {
            true => Question::VerifyIp,
            false => Question::Invariant,
        };
        let spinner = progress::spinner(format!("looking for the boards of {}", source.name));
        let boards = self.limits.find(&source, question, common.seed);
        spinner.finish_and_clear();
        let boards = boards?;
        let mut out = Out::new();
        if common.json {
            let mut value = json!(boards);
            value["game"] = json!(source.name);
            out.json(&value)?;
        } else {
            out.text(&text(&boards))?;
        }
        out.flush()?;
        Ok(())
    }
}

fn text(boards: &Boards) -> String {
    let mut text = String::new();
    for report in &boards.projections {
        let (name, by) = (report.named.to_string(), report.why());
        let (verdict, ms) = (report.verdict.name(), report.ms);
        text += &format!("{name:<28} {verdict:<10} {ms:>9.1} ms  {by}\n");
    }
    for board in &boards.maximal {
        text += &format!("board: {board}\n");
    }
    for board in &boards.occupied {
        let sure = if board.proved { "" } else { ", as far as seen" };
        let (name, cells) = (&board.named, board.cells);
        text += &format!(
            "board of which only occupied cells are listed: {name}, {cells} cells{sure}\n"
        );
    }
    if !boards.lemmas.is_empty() {
        text += &format!("lemmas: {}\n", boards.lemmas.join("; "));
    }
    if let Some(reason) = &boards.stopped {
        text += &format!("stopped: {reason}\n");
    }
    text += &format!(
        "{} questions to the solver and {} about lemmas, {} steps of random matches, {:.1} ms (grounding {:.1} ms)\n",
        boards.calls, boards.lemma_calls, boards.steps, boards.total_ms, boards.ground_ms
    );
    text
}
