//! `senet bench`: how fast each reasoner plays.

use crate::back_end::{self, BackEndArgs};
use crate::cli::{Common, MAX_STEPS};
use crate::clock::{ms_since, thread_cpu_seconds};
use crate::failure::Failure;
use crate::output::Out;
use crate::progress;
use crate::source::{self, Source};
use clap::Args;
use senet_engine::{BackEnd, LoadOptions};
use senet_trace::{match_rng, playout};
use serde::Serialize;
use std::time::Instant;

/// Measures random matches per second, per back end, on one thread
///
/// Rates are per second of processor time, so that other programs do not disturb them; set-up time is time on the wall. A
/// match that is under way when the time is up is played to its end and counted.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet bench tic-tac-toe connect-four --seconds 2\n  \
    senet bench my-game.kif --back-end reference --json"
)]
pub struct Bench {
    /// The games
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// Seconds of processor time for each game and back end
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    seconds: f64,
    #[command(flatten)]
    back_end: BackEndArgs,
}

/// One measurement.
#[derive(Serialize)]
struct Row {
    game: String,
    group: String,
    back_end: &'static str,
    playouts_per_s: f64,
    steps_per_s: f64,
    setup_ms: f64,
    mean_length: f64,
    cpu_s: f64,
}

impl Bench {
    /// Measures every game on every back end asked for.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let back_ends = match self.back_end.back_end {
            Some(back_end) => vec![back_end],
            None => BackEnd::ALL.to_vec(),
        };
        let mut out = Out::new();
        if !common.json {
            out.line(format!(
                "{:<28} {:<12} {:>12} {:>12} {:>10} {:>8}",
                "game", "back end", "playouts/s", "steps/s", "set-up ms", "length"
            ))?;
        }
        let bar = progress::bar(self.games.len() * back_ends.len(), "measurements");
        let mut rows = Vec::new();
        for game in &self.games {
            let source = source::find(game, common)?;
            for &back_end in &back_ends {
                bar.set_message(format!("{} {back_end}", source.name));
                let row = self.measure(&source, back_end, common.seed)?;
                if !common.json {
                    bar.suspend(|| show(&mut out, &row))?;
                }
                rows.push(row);
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
        if common.json {
            out.json(&rows)?;
        }
        out.flush()?;
        Ok(())
    }

    fn measure(&self, source: &Source, back_end: BackEnd, seed: u64) -> Result<Row, Failure> {
        let options = LoadOptions {
            back_end: Some(back_end),
            ..self.back_end.options()
        };
        let start = Instant::now();
        let loaded = back_end::load_source(source, &options)?;
        let setup_ms = ms_since(start);
        let start = thread_cpu_seconds();
        let (mut matches, mut steps, mut cpu_s) = (0, 0, 0.0);
        while matches == 0 || cpu_s < self.seconds {
            let mut rng = match_rng(seed, matches);
            steps += playout(&*loaded.game, &mut rng, MAX_STEPS)?.length;
            matches += 1;
            cpu_s = thread_cpu_seconds() - start;
        }
        Ok(Row {
            game: source.name.clone(),
            group: source.group.clone(),
            back_end: back_end.name(),
            playouts_per_s: matches as f64 / cpu_s,
            steps_per_s: steps as f64 / cpu_s,
            setup_ms,
            mean_length: steps as f64 / matches as f64,
            cpu_s,
        })
    }
}

fn show(out: &mut Out, row: &Row) -> std::io::Result<()> {
    out.line(format!(
        "{:<28} {:<12} {:>12.1} {:>12.1} {:>10.1} {:>8.1}",
        row.game, row.back_end, row.playouts_per_s, row.steps_per_s, row.setup_ms, row.mean_length
    ))?;
    out.flush()
}
