//! `senet lab mtdf-vs-uct`: tests whether a learned evaluation function beats plain simulation.

mod matches;
mod published;
mod table;

use crate::csv;
use crate::load::load_game;
use clap::Args;
use matches::{Pairing, PlayedMatch, PlayerLimits, play};
use published::{GAMES, PublishedGame};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use senet_arena::Rules;
use senet_console::{Common, Failure, Out, progress};
use senet_engine::spread_seed;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use table::PairingLine;

/// Plays MTD(f) with a learned evaluation against UCT in checkers, chess, connect four, connect five and Othello
///
/// A win of MTD(f) counts +1, a draw 0, a loss -1. The table shows the mean in percent with a 95 % interval, beside the published
/// percentage. Sides swap after every match. Time is CPU time of the searching threads, so other load cannot decide a match.
/// Each round plays two matches of every pairing. Rounds continue within the limits of --minutes and --games.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab mtdf-vs-uct\n  senet lab mtdf-vs-uct --seconds 0.1 --games 20 --only connect-four,checkers --threads 1\n  \
    senet lab mtdf-vs-uct --seconds 1,5 --minutes 600 --out results"
)]
pub struct MtdfVsUct {
    /// Seconds per move; separate several limits with commas
    #[arg(long, value_name = "S,…", value_delimiter = ',', default_values_t = [1.0])]
    seconds: Vec<f64>,
    /// Maximum number of matches per pairing
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: usize,
    /// Time limit in minutes; a round starts only if it should finish in time (the first always starts)
    #[arg(long, value_name = "M", default_value_t = 55.0)]
    minutes: f64,
    /// Only these games
    #[arg(long, value_name = "GAME,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Threads of UCT; separate several numbers with commas
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = [1, 2])]
    threads: Vec<usize>,
    /// Seconds before the first move, for MTD(f) to learn its evaluation and for UCT to grow its tree
    #[arg(long, value_name = "S", default_value_t = 5.0)]
    start_clock: f64,
    /// Maximum number of UCT simulations per move, to find how many UCT needs to win
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    uct_simulations: u64,
    /// Matches in parallel [default: the number of cores divided by the threads of UCT]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Also writes table.csv, matches.csv and plot.svg into this folder after every round
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl MtdfVsUct {
    /// Plays the matches and prints the table.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        self.check()?;
        let games = self.games()?;
        let rules: Vec<Rules> = games
            .iter()
            .map(|game| load_game(game.name, common))
            .collect::<Result<_, _>>()?;
        let played = self.rounds(&games, &rules, common)?;
        let lines = lines(&games, &played);
        let mut out = Out::new();
        if common.json {
            out.json(&json!({
                "lines": lines,
                "matches": played,
                "seed": common.seed,
                "start_clock": self.start_clock,
                "remarks": lines.iter().filter_map(PairingLine::remark).collect::<Vec<_>>(),
            }))?;
        } else {
            out.line(format!(
                "MTD(f) against UCT: wins minus losses of MTD(f) in percent; start clock {} s, seed {}",
                self.start_clock, common.seed
            ))?;
            out.text(&table::text(&lines))?;
        }
        out.flush()?;
        Ok(())
    }

    fn limits(&self) -> PlayerLimits {
        PlayerLimits {
            start_seconds: self.start_clock,
            uct_simulations: self.uct_simulations,
        }
    }

    fn check(&self) -> Result<(), Failure> {
        let wrong = |what: &str| {
            Err(Failure::new(what).help("`senet lab mtdf-vs-uct --help` shows examples"))
        };
        match self {
            _ if self.games == 0 => wrong("--games must be at least 1"),
            _ if self.threads.contains(&0) => wrong("--threads must be at least 1"),
            _ if !self.seconds.iter().all(|s| *s > 0.0) => wrong("--seconds must be above 0"),
            _ => Ok(()),
        }
    }

    /// The selected games.
    fn games(&self) -> Result<Vec<&'static PublishedGame>, Failure> {
        let named = |name: &String| GAMES.iter().find(|game| game.name == *name);
        let unknown = |name: &String| {
            let names = GAMES.map(|game| game.name).join(", ");
            Failure::new(format!("`{name}` is not a game of this experiment"))
                .help(format!("choose from: {names}"))
        };
        match self.only.is_empty() {
            true => Ok(GAMES.iter().collect()),
            false => self
                .only
                .iter()
                .map(|name| named(name).ok_or_else(|| unknown(name)))
                .collect(),
        }
    }

    /// Plays rounds until a limit is reached.
    fn rounds(
        &self,
        games: &[&PublishedGame],
        rules: &[Rules],
        common: &Common,
    ) -> Result<Vec<PlayedMatch>, Failure> {
        let start = Instant::now();
        let limit = Duration::try_from_secs_f64(self.minutes * 60.0).unwrap_or(Duration::MAX);
        let rounds = self.games.div_ceil(2);
        let each = self.pairings(0, games.len(), common.seed).len();
        let bar = progress::bar(rounds * each, "matches");
        let mut played = Vec::new();
        for round in 0..rounds {
            let per_round = start.elapsed() / u32::try_from(round.max(1)).unwrap_or(u32::MAX);
            if round > 0 && start.elapsed() + per_round > limit {
                break;
            }
            for threads in &self.threads {
                let mut pairings = self.pairings(round, games.len(), common.seed);
                pairings.retain(|pairing| pairing.threads == *threads);
                played.extend(self.play_all(&pairings, rules, *threads, common, &bar)?);
            }
            if let Some(folder) = &self.out {
                write_all(folder, &lines(games, &played), &played)?;
            }
        }
        bar.finish_and_clear();
        Ok(played)
    }

    /// The matches of a round, both seats of every pairing. Each seed depends only on its match.
    fn pairings(&self, round: usize, games: usize, seed: u64) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        let seats = if self.games == 1 { 1 } else { 2 };
        for (limit, &seconds) in self.seconds.iter().enumerate() {
            for &threads in &self.threads {
                for game in 0..games {
                    for seat in 0..seats {
                        let key = [round, limit, threads, game, seat].map(|part| part as u64);
                        pairings.push(Pairing {
                            game,
                            threads,
                            seconds,
                            seat,
                            seed: key.into_iter().fold(seed, spread_seed) >> 32,
                        });
                    }
                }
            }
        }
        pairings
    }

    /// Plays matches, in parallel if there are enough cores.
    fn play_all(
        &self,
        pairings: &[Pairing],
        rules: &[Rules],
        threads: usize,
        common: &Common,
        bar: &indicatif::ProgressBar,
    ) -> Result<Vec<PlayedMatch>, Failure> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or(processors / threads, usize::from).max(1);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
        let pool = pool.map_err(|error| {
            Failure::new(format!("cannot start threads: {error}"))
                .help("raise the limit on processes, or use fewer threads")
        })?;
        let one = |pairing: &Pairing| {
            let played = play(&rules[pairing.game], pairing, self.limits(), common);
            bar.inc(1);
            played
        };
        pool.install(|| pairings.par_iter().map(one).collect())
    }
}

/// The lines of the table, in the order of the first match of each pairing.
fn lines(games: &[&PublishedGame], played: &[PlayedMatch]) -> Vec<PairingLine> {
    let mut keys: Vec<(f64, usize, &str)> = Vec::new();
    for one in played {
        let key = (one.seconds, one.uct_threads, one.game.as_str());
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let line = |(seconds, threads, name): (f64, usize, &str)| {
        let own = |one: &&PlayedMatch| {
            one.seconds == seconds && one.uct_threads == threads && one.game == name
        };
        let matches: Vec<&PlayedMatch> = played.iter().filter(own).collect();
        let game = games.iter().find(|game| game.name == name);
        PairingLine::of(
            &matches,
            game.and_then(|game| game.percent(seconds, threads)),
        )
    };
    keys.into_iter().filter_map(line).collect()
}

fn write_all(folder: &Path, lines: &[PairingLine], played: &[PlayedMatch]) -> Result<(), Failure> {
    csv::write(
        folder,
        &[
            ("table.csv", table::csv(lines)),
            ("matches.csv", table::matches_csv(played)),
            ("plot.svg", table::svg(lines)),
        ],
    )
}
