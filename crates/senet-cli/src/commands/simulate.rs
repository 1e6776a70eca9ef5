//! `senet simulate`: plays random matches and prints their averages.

use clap::Args;
use senet_console::cells;
use senet_console::table::TextTable;
use senet_console::{BackEndArgs, Common, Failure, MAX_STEPS, Out, Source, files, progress};
use senet_engine::{Game, PlayoutError};
use senet_trace::{
    GoalStatistics, PlayoutStatistics, RecordOptions, match_rng, playout, playouts, record,
};
use serde_json::{Map, json};
use std::path::{Path, PathBuf};

/// Plays random matches and prints their mean length and goals
///
/// The same seed and number of matches give the same matches on the same back end. With --trace the averages are those of the recorded matches; the
/// traces of a seed are the same on every back end.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet simulate tic-tac-toe --matches 10000\n  \
    senet simulate my-game.kif --matches 3 --trace matches.jsonl"
)]
pub struct Simulate {
    /// The game
    game: String,
    /// Number of matches
    #[arg(long, value_name = "N", default_value_t = 1000)]
    matches: usize,
    /// Cuts matches short after this number of moves
    #[arg(long, value_name = "N", default_value_t = MAX_STEPS as u32)]
    max_steps: u32,
    /// Also writes the matches to this file, one line of JSON per state
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    back_end: BackEndArgs,
}

impl Simulate {
    /// Plays the matches.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let (source, loaded) = self.back_end.load(&self.game, common)?;
        let game = &*loaded.game;
        let statistics = match &self.trace {
            Some(file) => self.play_and_record(&source, game, common.seed, file)?,
            None => self.play(game, common.seed)?,
        };
        let mut out = Out::new();
        if common.json {
            out.json(&as_json(
                &statistics,
                &source.name,
                loaded.back_end.name(),
                common.seed,
            ))?;
        } else {
            show(&mut out, &statistics, loaded.back_end.name())?;
        }
        out.flush()?;
        Ok(())
    }

    /// Plays at the full speed of the back end.
    fn play(&self, game: &dyn Game, seed: u64) -> Result<PlayoutStatistics, Failure> {
        let bar = progress::bar(self.matches, "matches");
        let matches = self.matches as u64;
        let mut observer = |played| bar.set_position(played);
        let statistics = playouts(game, matches, seed, self.max_steps, &mut observer)
            .map_err(|error| undefined(&self.game, error))?;
        bar.finish_and_clear();
        Ok(statistics)
    }

    /// Plays matches one by one, writes them to a file and averages them.
    fn play_and_record(
        &self,
        source: &Source,
        game: &dyn Game,
        seed: u64,
        file: &Path,
    ) -> Result<PlayoutStatistics, Failure> {
        let max_steps = self.max_steps as usize;
        let recording = RecordOptions {
            game: source.name.clone(),
            kif: source.path.clone(),
            matches: self.matches,
            seed,
            max_steps,
        };
        let trace = record(game, &recording)?;
        files::replace(file, trace.write().as_bytes()).map_err(|error| {
            let message = format!("cannot write {}: {error}", file.display());
            Failure::new(message).help("choose another file for --trace")
        })?;
        let numbers = 0..self.matches as u64;
        let again = numbers.map(|number| playout(game, &mut match_rng(seed, number), max_steps));
        let all = again.collect::<Result<Vec<_>, _>>();
        let all = all.map_err(|error| undefined(&self.game, error))?;
        Ok(PlayoutStatistics::of(game.roles(), &all))
    }
}

/// Explains why matches have no averages.
fn undefined(game: &str, error: PlayoutError) -> Failure {
    match error {
        PlayoutError::Stopped(stopped) => stopped.into(),
        error => Failure::new(error.to_string()).help(format!(
            "give every role a move in every state, and one integer as goal at the end; `senet check {game} --play 100` shows the moves"
        )),
    }
}

fn as_json(s: &PlayoutStatistics, game: &str, back_end: &str, seed: u64) -> serde_json::Value {
    let goals = s.goals.iter();
    // Without a match that ended there is no mean.
    let known = |g: &GoalStatistics, value: f64| json!((g.count > 0).then_some(value));
    let mean: Map<_, _> = goals
        .clone()
        .map(|g| (g.role.clone(), known(g, g.mean)))
        .collect();
    let sd: Map<_, _> = goals.map(|g| (g.role.clone(), known(g, g.sd))).collect();
    json!({
        "game": game,
        "back_end": back_end,
        "seed": seed,
        "matches": s.matches,
        "ended": s.ended,
        "mean_length": s.mean_length,
        "sd_length": s.sd_length,
        "mean_goals": mean,
        "sd_goals": sd,
    })
}

fn show(out: &mut Out, s: &PlayoutStatistics, back_end: &str) -> Result<(), Failure> {
    let mut table = TextTable::of_pairs();
    let length = format!("{:.2} moves (sd {:.2})", s.mean_length, s.sd_length);
    table.row(cells!["back end", back_end]);
    table.row(cells![
        "matches",
        format!("{} ({} ended)", s.matches, s.ended)
    ]);
    table.row(cells!["mean length", length]);
    for goals in &s.goals {
        let (mean, sd, role) = (goals.mean, goals.sd, &goals.role);
        let shown = match goals.count {
            0 => format!("none: no match ended  {role}"),
            _ => format!("{mean:6.2} (sd {sd:.2})  {role}"),
        };
        table.row(cells!["mean goal", shown]);
    }
    Ok(out.text(&table.to_string())?)
}
