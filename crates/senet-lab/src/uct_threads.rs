//! `senet lab uct-threads`: how much faster several threads are than one.
//!
//! Each try gives a new player the same time on the wall for the first move of a game, first with one thread and then with several, so that what
//! else the machine does falls on both. How many leaves a batch has is measured once for a game, and all do the same. In the same time several threads grow a larger tree, and in a larger tree each simulation takes longer, whoever
//! makes it; so several threads are also asked for as many simulations as the one has made. A descent that ends where the values are known needs
//! no random matches, and how many do is a matter of luck: two searches for the same time may differ by half in their simulations.
//! So descents are counted, too, and many tries are needed. The share of the processors that the threads got tells whether they had them for themselves: what they
//! did not get, others had, or a thread waited for another.

use clap::Args;
use senet_arena::{LoadPlan, Rules, load_for_play};
use senet_console::{Common, Failure, Out, progress, source};
use senet_engine::spread_seed;
use senet_gdl::Sheet;
use senet_search::{Batching, Budget, Player, PlayerName, Setting, player};
use serde::Serialize;
use serde_json::json;
use std::time::Instant;

/// Simulations per second of `uct` with one thread and with several
///
/// On a machine with other work the figures mean little: look at the share of the processors that the threads got.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab uct-threads\n  senet lab uct-threads breakthrough othello --seconds 3 --tries 25 --json\n  \
    senet lab uct-threads connect-four --options 'parallel=root'"
)]
pub struct UctThreads {
    /// The games
    #[arg(value_name = "GAME", default_values = ["connect-four", "breakthrough", "othello", "checkers"])]
    games: Vec<String>,
    /// Threads, from 2 on
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(2..=256))]
    threads: u16,
    /// Seconds on the wall for a move
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = seconds)]
    seconds: f64,
    /// How often each is measured
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    tries: u32,
    /// Options of `uct` beside the number of threads, as in its name
    #[arg(long, value_name = "KEY=VALUE,…", default_value = "")]
    options: String,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "a number is needed".to_string())?;
    let fine = number > 0.0 && number <= 3600.0;
    fine.then_some(number)
        .ok_or_else(|| "it is more than 0 and at most 3600".to_string())
}

/// What a move came to.
#[derive(Clone, Copy, Debug, Serialize)]
struct Measured {
    simulations: u64,
    simulations_per_s: f64,
    descents_per_s: f64,
    /// Processor time by time on the wall and threads.
    share_of_processors: f64,
}

/// The tries of a game.
#[derive(Serialize)]
struct Row {
    game: String,
    one: Vec<Measured>,
    /// Many threads in the same time.
    many: Vec<Measured>,
    /// Many threads for as many simulations.
    many_as_many: Vec<Measured>,
    /// In the same time.
    #[serde(flatten)]
    same_time: Ratio,
    /// For as many simulations.
    as_many: Ratio,
    /// Descents in the same time.
    descents: Ratio,
    notes: Vec<String>,
}

/// How many times as fast many threads are.
#[derive(Serialize)]
struct Ratio {
    /// The median over the tries.
    ratio: f64,
    /// The least and the most.
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
    /// Measures.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let moves = self.games.len() * self.tries as usize * 3;
        let bar = progress::bar(moves, "moves");
        let mut out = Out::new();
        let mut rows = Vec::new();
        for game in &self.games {
            bar.set_message(game.clone());
            let row = self.row(&load(game, common)?, common.seed, &|| bar.inc(1))?;
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

    fn row(&self, rules: &Rules, seed: u64, done: &dyn Fn()) -> Result<Row, Failure> {
        let (mut one, mut many, mut many_as_many) = (Vec::new(), Vec::new(), Vec::new());
        let mut notes = Vec::new();
        let batching = self.batching(rules, seed)?;
        for number in 0..u64::from(self.tries) {
            let seed = spread_seed(seed, number);
            let time = || Budget::seconds(self.seconds);
            let alone = self.measure(rules, 1, batching, seed, time)?.0;
            done();
            let (measured, told) = self.measure(rules, self.threads, batching, seed, time)?;
            many.push(measured);
            notes = told;
            done();
            let work = || Budget::unlimited().with_simulations(alone.simulations);
            many_as_many.push(self.measure(rules, self.threads, batching, seed, work)?.0);
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

    /// How many leaves and matches a batch has, as one thread measures it; nothing if the options say it.
    fn batching(&self, rules: &Rules, seed: u64) -> Result<Option<Batching>, Failure> {
        if self.options.contains("batch=") || self.options.contains("playouts=") {
            return Ok(None);
        }
        let mut seated = self.seat(rules, 1, None, seed)?;
        let report = seated.prepare(&Budget::seconds(1.0)).map_err(stopped)?;
        Ok(report.batching)
    }

    /// A new player.
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
        let told = |error: senet_search::PlayerError| Failure::new(error.to_string());
        let name: PlayerName = name.parse().map_err(told)?;
        let setting = Setting {
            game: rules.game.clone(),
            role: 0,
            seed,
            learn: None,
        };
        player(&name, setting).map_err(told)
    }

    /// One move of a new player; also its notes.
    fn measure(
        &self,
        rules: &Rules,
        threads: u16,
        batching: Option<Batching>,
        seed: u64,
        budget: impl Fn() -> Budget,
    ) -> Result<(Measured, Vec<String>), Failure> {
        let mut seated = self.seat(rules, threads, batching, seed)?;
        seated.prepare(&Budget::seconds(1.0)).map_err(stopped)?;
        let state = rules.game.initial().map_err(stopped)?;
        let (start, before) = (Instant::now(), processor_seconds());
        let choice = seated.choose(&state, &budget()).map_err(stopped)?;
        let passed = start.elapsed().as_secs_f64();
        let measured = Measured {
            simulations: choice.report.simulations,
            simulations_per_s: choice.report.simulations as f64 / passed,
            descents_per_s: choice.report.descents as f64 / passed,
            share_of_processors: (processor_seconds() - before) / passed / f64::from(threads),
        };
        Ok((measured, choice.report.notes))
    }

    /// A row for people.
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
                "{:.2} M/s [{low:.2}–{high:.2}] with {share:.0} % of the processors",
                median(&rates)
            )
        };
        let threads = self.threads;
        format!(
            "{}\n  1 thread   {}\n  {threads} threads  {}\n  ratio      {} in the same time, {} for as many simulations, {} in descents\n  {}",
            row.game,
            side(&row.one),
            side(&row.many),
            row.same_time.text(),
            row.as_many.text(),
            row.descents.text(),
            row.notes.join("; ")
        )
    }
}

fn stopped(stopped: senet_engine::Stopped) -> Failure {
    Failure::new(stopped.to_string())
}

fn load(game: &str, common: &Common) -> Result<Rules, Failure> {
    let source = source::find(game, common)?;
    let sheet = Sheet::read(source.text.as_str());
    load_for_play(&source.name, sheet, &LoadPlan::default())
        .map_err(|error| Failure::new(format!("{}: {error}", source.name)))
}

/// The middle one of sorted numbers; of two middle ones, the higher.
fn median(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

/// The least and the most of sorted numbers.
fn range(sorted: &[f64]) -> [f64; 2] {
    let end = |number: Option<&f64>| number.copied().unwrap_or(0.0);
    [end(sorted.first()), end(sorted.last())]
}

/// The processor time of all threads so far, in seconds.
fn processor_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
