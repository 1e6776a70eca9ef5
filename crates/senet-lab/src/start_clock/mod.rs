//! `senet lab start-clock`: measures what a player gains from learning before the first move.

mod journal;
mod outcome;
mod report;
mod series;

pub use series::share_between;

use crate::csv;
use crate::load::load_game;
use clap::Args;
use journal::Journal;
use outcome::{GameResult, mean_share};
use senet_arena::Rules;
use senet_console::time_limit::number_up_to;
use senet_console::{Common, Failure, Out, progress};
use senet_search::PlayerName;
use serde_json::json;
use series::{Series, SeriesOutcome};
use std::path::PathBuf;
use std::time::Instant;

/// Measures the score of a player against `uct` by its seconds of learning
///
/// The player learns once for each game and seed, and plays several matches with what it learned. Openings are random, and each is
/// played from every seat. In games for two with a constant sum, the higher goal wins. In all other games, the player is compared with
/// what `uct` reaches in the same seat after the same opening. All times are CPU time of one thread, so other load cannot decide a match.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab start-clock --games breakthrough-6x6 --learn 15 --seconds 0.05 --matches 8 --seeds 2\n  \
    senet lab start-clock --learn 60 --seconds 0.5 --matches 40 --seeds 4 --budget 600 --out results\n  \
    senet lab start-clock --player descent --games hex,checkers --learn 15,60,300 --out results\n\n\
    --out writes start-clock.csv (every match), start-clock-table.csv, start-clock.svg, start-clock-curves.svg and\n\
    start-clock.jsonl (every series, which --resume reads)."
)]
pub struct StartClock {
    /// Games of the library or rule sheets, separated by commas
    #[arg(
        long,
        value_name = "GAME,…",
        value_delimiter = ',',
        default_value = "breakthrough,breakthrough-6x6,othello,checkers,chess,connect-four,connect-five,hex,amazons-6x6,pentago"
    )]
    games: Vec<String>,
    /// The player that learns
    #[arg(long, value_name = "PLAYER", default_value = "best")]
    player: PlayerName,
    /// CPU seconds of the start clock; separate several with commas
    #[arg(long, value_name = "S,…", value_delimiter = ',', default_value = "60", value_parser = seconds)]
    learn: Vec<f64>,
    /// CPU seconds per move of both sides
    #[arg(long, value_name = "S", default_value = "0.5", value_parser = seconds)]
    seconds: f64,
    /// Matches per game and start clock
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    matches: u32,
    /// Number of times that the player learns each game, each with its own seed
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    seeds: u32,
    /// Random moves before the players take over; none in games with one role
    #[arg(long, value_name = "N", default_value_t = 4)]
    opening: usize,
    /// Time limit in minutes; the results list the matches that were not run
    #[arg(long, value_name = "M", default_value = "60", value_parser = minutes)]
    budget: f64,
    /// Folder for the results as CSV and SVG, written after every seed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continues an interrupted run: skips the series that the folder already has
    #[arg(long, requires = "out")]
    resume: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    number_up_to(text, 86_400.0)
}

fn minutes(text: &str) -> Result<f64, String> {
    number_up_to(text, 1e6)
}

impl StartClock {
    /// Plays the matches and prints the table.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let rules: Vec<Rules> = self
            .games
            .iter()
            .map(|game| load_game(game, common))
            .collect::<Result<_, _>>()?;
        let outcomes = self.play(&rules, common)?;
        let results = self.results(&rules, &outcomes);
        let mut out = Out::new();
        if common.json {
            out.json(&json!({
                "experiment": "start-clock",
                "player": self.player.to_string(),
                "seconds": self.seconds,
                "seeds": self.seeds,
                "opening": self.opening,
                "seed": common.seed,
                "results": results,
                "mean": mean_share(&results),
                "series": outcomes,
            }))?;
        } else {
            out.line(self.title(common))?;
            out.text(&report::text(&results))?;
        }
        out.flush()?;
        Ok(())
    }

    fn title(&self, common: &Common) -> String {
        format!(
            "{} against uct: {} CPU seconds a move, {} matches from {} seeds of learning, seed {}",
            self.player, self.seconds, self.matches, self.seeds, common.seed
        )
    }

    /// Plays one series for each game, start clock and seed, until the time limit.
    fn play(&self, rules: &[Rules], common: &Common) -> Result<Vec<SeriesOutcome>, Failure> {
        let start = Instant::now();
        let total = rules.len() * self.learn.len() * self.seeds as usize;
        let bar = progress::bar(total, "series");
        let open = |folder: &PathBuf| Journal::open(folder, self.resume);
        let journal = self.out.as_ref().map(open).transpose()?;
        let mut outcomes = Vec::new();
        for series in self.series(rules, common) {
            bar.set_message(series.rules.name.clone());
            let earlier = journal.as_ref().and_then(|journal| journal.played(&series));
            let outcome = match earlier {
                Some(outcome) => outcome.clone(),
                None if start.elapsed().as_secs_f64() > self.budget * 60.0 => continue,
                None => series.play(common)?,
            };
            if let (Some(journal), None) = (&journal, earlier) {
                journal.push(&series, &outcome)?;
            }
            outcomes.push(outcome);
            bar.inc(1);
            self.write(&self.results_of(&outcomes), &outcomes, common)?;
        }
        bar.finish_and_clear();
        Ok(outcomes)
    }

    /// All series. The first seed of every game comes before the second.
    fn series<'a>(
        &'a self,
        rules: &'a [Rules],
        common: &Common,
    ) -> impl Iterator<Item = Series<'a>> {
        let first_seed = common.seed;
        (0..self.seeds).flat_map(move |number| {
            self.pairs(rules).map(move |(learn, rules)| Series {
                rules,
                player: &self.player,
                learn,
                seconds: self.seconds,
                opening: self.opening,
                matches: share_of(self.matches, self.seeds, number) as usize,
                seed: first_seed.wrapping_add(u64::from(number)),
            })
        })
    }

    fn pairs<'a>(&'a self, rules: &'a [Rules]) -> impl Iterator<Item = (f64, &'a Rules)> {
        let pairs = move |&learn| rules.iter().map(move |rules| (learn, rules));
        self.learn.iter().flat_map(pairs)
    }

    /// One result for each game and start clock, even if no match was played.
    fn results(&self, rules: &[Rules], outcomes: &[SeriesOutcome]) -> Vec<GameResult> {
        let result = |(learn, rules): (f64, &Rules)| GameResult::of(&rules.name, learn, outcomes);
        self.pairs(rules).map(result).collect()
    }

    /// The results of the series so far.
    fn results_of(&self, outcomes: &[SeriesOutcome]) -> Vec<GameResult> {
        let mut keys: Vec<(&str, f64)> = Vec::new();
        for one in outcomes {
            let key = (one.game.as_str(), one.learn);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let result = |(game, learn): (&str, f64)| GameResult::of(game, learn, outcomes);
        keys.into_iter().map(result).collect()
    }

    fn write(
        &self,
        results: &[GameResult],
        outcomes: &[SeriesOutcome],
        common: &Common,
    ) -> Result<(), Failure> {
        let Some(folder) = &self.out else {
            return Ok(());
        };
        let title = self.title(common);
        let files = [
            ("start-clock.csv", report::matches_csv(outcomes)),
            ("start-clock-table.csv", report::table_csv(results)),
            ("start-clock.svg", report::rows_svg(&title, results)),
            (
                "start-clock-curves.svg",
                report::curves_svg(&title, results),
            ),
        ];
        csv::write(folder, &files)
    }
}

/// The number of matches of a seed, if all seeds together play `matches`.
fn share_of(matches: u32, seeds: u32, number: u32) -> u32 {
    matches * (number + 1) / seeds - matches * number / seeds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_share_all_matches() {
        let shares = |matches, seeds| {
            let share = |number| share_of(matches, seeds, number);
            (0..seeds).map(share).collect::<Vec<_>>()
        };
        assert_eq!(shares(40, 4), [10; 4]);
        assert_eq!(shares(10, 4), [2, 3, 2, 3]);
    }
}
