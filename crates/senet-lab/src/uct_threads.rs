//! `senet lab uct-threads`: measures the speed-up of several threads.
//!
//! Each try gives a new player the same wall-clock time for the first move of a game. The player has first one thread,
//! then several. Alternating spreads other load over both. The batch size is measured once per game and used by all.
//!
//! In the same time several threads grow a larger tree, and simulations in a larger tree take longer.
//! So several threads also run until they reach the number of simulations of the single thread.
//!
//! A descent that ends at a proven value needs no playout, and the number of such descents is random.
//! Two searches of the same length may differ by half in their simulations.
//! So the experiment also counts descents and makes many tries.
//!
//! The share of CPU time shows whether the threads had the cores to themselves.
//! The rest went to other programs or to waiting for another thread.

use crate::load::load_game;
use clap::Args;
use senet_arena::Rules;
use senet_console::cells;
use senet_console::table::TextTable;
use senet_console::time_limit::number_up_to;
use senet_console::{Common, Failure, Out, progress};
use senet_engine::spread_seed;
use senet_search::{Batching, Budget, Clock, Player, PlayerName, Setting, player};
use serde::Serialize;
use serde_json::json;
use std::time::Instant;

/// Measures the simulations per second of `uct` with one thread and with several
///
/// On a busy machine the figures mean little: check the share of CPU time that the threads got.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab uct-threads\n  senet lab uct-threads breakthrough othello --seconds 3 --tries 25 --json\n  \
    senet lab uct-threads connect-four --options 'parallel=root'"
)]
pub struct UctThreads {
    /// Games to measure
    #[arg(value_name = "GAME", default_values = ["connect-four", "breakthrough", "othello", "checkers"])]
    games: Vec<String>,
    /// Number of threads, at least 2
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(2..=256))]
    threads: u16,
    /// Wall-clock seconds per move
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = seconds)]
    seconds: f64,
    /// Number of tries
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    tries: u32,
    /// Options of `uct` other than the number of threads, as in a player name
    #[arg(long, value_name = "KEY=VALUE,…", default_value = "")]
    options: String,
}

fn seconds(text: &str) -> Result<f64, String> {
    number_up_to(text, 3600.0)
}

/// The measurement of one move.
#[derive(Clone, Copy, Debug, Serialize)]
struct Measured {
    simulations: u64,
    simulations_per_s: f64,
    descents_per_s: f64,
    /// CPU time divided by wall-clock time and threads.
    share_of_processors: f64,
}

/// The tries of one game.
#[derive(Serialize)]
struct Row {
    game: String,
    one: Vec<Measured>,
    /// Several threads for the same time.
    many: Vec<Measured>,
    /// Several threads for the same number of simulations.
    many_as_many: Vec<Measured>,
    /// Speed-up in the same time.
    #[serde(flatten)]
    same_time: Ratio,
    /// Speed-up for the same number of simulations.
    as_many: Ratio,
    /// Ratio of descents in the same time.
    descents: Ratio,
    notes: Vec<String>,
}

/// The speed-up of several threads over one.
#[derive(Serialize)]
struct Ratio {
    /// The median over the tries.
    ratio: f64,
    /// The minimum and the maximum.
    ratio_range: [f64; 2],
}

impl Ratio {
    fn of(one: &[Measured], many: &[Measured], rate: fn(&Measured) -> f64) -> Ratio {
        let pairs = one.iter().zip(many);
        let ratios = pairs.map(|(one, many)| rate(many) / rate(one));
        let mut ratios: Vec<f64> = ratios.collect();
        ratios.sort_by(f64::total_cmp);
        Ratio {
            ratio: median(&ratios),
            ratio_range: range(&ratios),
        }
    }

    fn text(&self) -> String {
        let [low, high] = self.ratio_range;
        format!("{:.2} [{low:.2}–{high:.2}]", self.ratio)
    }
}

impl UctThreads {
    /// Runs the experiment.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let moves = self.games.len() * self.tries as usize * 3;
        let bar = progress::bar(moves, "moves");
        let mut out = Out::new();
        let mut rows = Vec::new();
        for game in &self.games {
            bar.set_message(game.clone());
            let row = self.row(&load_game(game, common)?, common, &|| bar.inc(1))?;
            if !common.json {
                bar.suspend(|| out.line(self.line(&row)).and_then(|()| out.flush()))?;
            }
            rows.push(row);
        }
        bar.finish_and_clear();
        if common.json {
            out.json(&json!({
                "experiment": "uct-threads",
                "threads": self.threads,
                "processors": std::thread::available_parallelism().map_or(1, usize::from),
                "seconds": self.seconds,
                "tries": self.tries,
                "options": self.options,
                "seed": common.seed,
                "rows": rows,
            }))?;
        }
        out.flush()?;
        Ok(())
    }

    fn row(&self, rules: &Rules, common: &Common, done: &dyn Fn()) -> Result<Row, Failure> {
        let (mut one, mut many, mut many_as_many) = (Vec::new(), Vec::new(), Vec::new());
        let mut notes = Vec::new();
        let batching = self.batching(rules, common)?;
        for number in 0..u64::from(self.tries) {
            let seed = spread_seed(common.seed, number);
            let measure = |threads, budget: &dyn Fn() -> Budget| {
                let seated = self.prepared(rules, threads, batching, seed, common)?;
                measured(rules, seated, threads, budget)
            };
            let time = || common.budget_of(Clock::Wall, self.seconds);
            let alone = measure(1, &time)?.0;
            done();
            let (measured, told) = measure(self.threads, &time)?;
            many.push(measured);
            notes = told;
            done();
            let work = || common.budget().with_simulations(alone.simulations);
            many_as_many.push(measure(self.threads, &work)?.0);
            one.push(alone);
            done();
        }
        Ok(Row {
            game: rules.name.clone(),
            same_time: Ratio::of(&one, &many, |measured| measured.simulations_per_s),
            as_many: Ratio::of(&one, &many_as_many, |measured| measured.simulations_per_s),
            descents: Ratio::of(&one, &many, |measured| measured.descents_per_s),
            one,
            many,
            many_as_many,
            notes,
        })
    }

    /// The batch size and playouts per leaf, measured with one thread. It is `None` if the options set them.
    fn batching(&self, rules: &Rules, common: &Common) -> Result<Option<Batching>, Failure> {
        if self.options.contains("batch=") || self.options.contains("playouts=") {
            return Ok(None);
        }
        let mut seated = self.seat(rules, 1, None, common.seed)?;
        Ok(seated.prepare(&start_budget(common))?.batching)
    }

    /// Creates a new player.
    fn seat(
        &self,
        rules: &Rules,
        threads: u16,
        batching: Option<Batching>,
        seed: u64,
    ) -> Result<Box<dyn Player>, Failure> {
        let mut name = format!("uct:threads={threads}");
        if let Some(Batching { leaves, matches }) = batching {
            name += &format!(",batch={leaves},playouts={matches}");
        }
        if !self.options.is_empty() {
            name += &format!(",{}", self.options);
        }
        let name: PlayerName = name.parse()?;
        let setting = Setting {
            game: rules.game.clone(),
            role: 0,
            seed,
            learn: None,
        };
        Ok(player(&name, setting)?)
    }

    /// Creates a new player that has used its start clock.
    fn prepared(
        &self,
        rules: &Rules,
        threads: u16,
        batching: Option<Batching>,
        seed: u64,
        common: &Common,
    ) -> Result<Box<dyn Player>, Failure> {
        let mut seated = self.seat(rules, threads, batching, seed)?;
        seated.prepare(&start_budget(common))?;
        Ok(seated)
    }

    /// A row as text.
    fn line(&self, row: &Row) -> String {
        let side = |measured: &[Measured]| {
            let rates = measured.iter().map(|one| one.simulations_per_s * 1e-6);
            let mut rates: Vec<f64> = rates.collect();
            rates.sort_by(f64::total_cmp);
            let shares = measured.iter().map(|one| one.share_of_processors * 100.0);
            let mut shares: Vec<f64> = shares.collect();
            shares.sort_by(f64::total_cmp);
            let ([low, high], share) = (range(&rates), median(&shares));
            format!(
                "{:.2} M/s [{low:.2}–{high:.2}] with {share:.0} % of the cores",
                median(&rates)
            )
        };
        let threads = self.threads;
        let mut table = TextTable::of_pairs().indented(2);
        let ratio = format!(
            "{} in the same time, {} for the same simulations, {} in descents",
            row.same_time.text(),
            row.as_many.text(),
            row.descents.text()
        );
        table.row(cells!["1 thread", side(&row.one)]);
        table.row(cells![format!("{threads} threads"), side(&row.many)]);
        table.row(cells!["ratio", ratio]);
        format!("{}\n{table}  {}", row.game, row.notes.join("; "))
    }
}

/// The start clock of a player.
fn start_budget(common: &Common) -> Budget {
    common.budget_of(Clock::Wall, 1.0)
}

/// Measures one move of a player and returns its notes.
fn measured(
    rules: &Rules,
    mut seated: Box<dyn Player>,
    threads: u16,
    budget: &dyn Fn() -> Budget,
) -> Result<(Measured, Vec<String>), Failure> {
    let state = rules.game.initial()?;
    let (start, before) = (Instant::now(), processor_seconds());
    let choice = seated.choose(&state, &budget())?;
    let passed = start.elapsed().as_secs_f64();
    let measured = Measured {
        simulations: choice.report.simulations,
        simulations_per_s: choice.report.simulations as f64 / passed,
        descents_per_s: choice.report.descents as f64 / passed,
        share_of_processors: (processor_seconds() - before) / passed / f64::from(threads),
    };
    Ok((measured, choice.report.notes))
}

/// The median of sorted numbers; with an even count, the upper of the two middle numbers.
fn median(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

/// The minimum and maximum of sorted numbers.
fn range(sorted: &[f64]) -> [f64; 2] {
    let end = |number: Option<&f64>| number.copied().unwrap_or(0.0);
    [end(sorted.first()), end(sorted.last())]
}

/// The CPU time of all threads in seconds.
fn processor_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
