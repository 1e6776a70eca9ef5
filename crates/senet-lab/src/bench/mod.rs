//! `senet bench`: how fast each reasoner plays, and how long it takes to be ready.

mod baseline;
mod choice;
mod game;
mod group;
mod isolated;
mod lines;
mod machine;
mod map;
mod native;
mod page;
mod playouts;
mod row;
mod setup;
mod step;
mod timing;

use crate::csv;
use baseline::{Baseline, BaselineVerdict};
use choice::{BackEndChoice, Reasoner};
use clap::Args;
use game::BenchPlan;
use group::{Group, Groups};
use indicatif::ProgressBar;
use machine::Machine;
use row::BenchRow;
use senet_console::{Common, Failure, Out, Source, input, progress, source};
use std::path::{Path, PathBuf};
use timing::Schedule;

/// Measures random matches and single steps per second, set-up times, and mappers of symbols
///
/// All times are processor time of the one thread that works, so that other programs do not disturb them; only the worth of
/// several threads (--threads) is told by the clock on the wall. Random matches are played in quotas to their end, never
/// stopped by the clock, which would favour short ones. Rates are means over several repetitions, ± their standard deviation.
///
/// tic-tac-toe, connect-four and breakthrough (also the public sheets ticTacToe, connectFour and breakthrough) are held
/// against hand-written programs, too (`native`).
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet bench tic-tac-toe connect-four --seconds 2\n  \
    senet bench my-game.kif --back-end reference --json\n  \
    senet bench checkers --group step,setup\n  \
    senet bench chess.kif --group map\n  \
    senet bench breakthrough --save before.json\n  \
    senet bench breakthrough --baseline before.json --fail-on-regression\n  \
    senet bench --group all --dir sheets --page benchmarks.md"
)]
pub struct Bench {
    /// The games
    #[arg(value_name = "GAME", required_unless_present = "dir")]
    games: Vec<String>,
    /// All rule sheets (.kif) of a folder, each in a process of its own
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// What to measure, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "playouts")]
    group: Vec<Groups>,
    /// The reasoners, separated by commas: names, `lanes:portable`, `lanes:avx2` or `lanes:avx512` for lanes of a certain
    /// kind, `auto` (the one that is chosen by itself) or `all` [default: all for games that are named, auto for those of a
    /// folder and for set-up alone]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    back_end: Vec<BackEndChoice>,
    /// Seconds of processor time for each game, reasoner and group
    #[arg(long, value_name = "S", default_value = "3", value_parser = positive)]
    seconds: f64,
    /// Into how many repetitions the seconds are divided
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    repetitions: u16,
    /// Also measures random matches with so many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Gives up on a game on a reasoner after so many seconds on the wall
    #[arg(long, value_name = "S", default_value = "60", value_parser = positive)]
    time_limit: f64,
    /// Writes the tables to a file in Markdown
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Keeps the measurements in a file, for --baseline
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Tells what has become slower or faster since the measurements in this file
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Changes below so many percent are no changes, however little the measurements spread
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = positive)]
    tolerance: f64,
    /// Compares with a baseline of another machine, too
    #[arg(long)]
    any_machine: bool,
    /// Exits with 1 if something has become slower
    #[arg(long, requires = "baseline")]
    fail_on_regression: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "a number is needed".to_string())?;
    let fine = number.is_finite() && number > 0.0;
    fine.then_some(number)
        .ok_or_else(|| "a number above zero is needed".to_string())
}

/// A game and the reasoners to measure it on.
struct Task {
    source: Source,
    reasoners: Vec<Reasoner>,
    /// Whether it is measured by a process of its own.
    isolated: bool,
}

impl Bench {
    /// Measures every game asked for and shows each result as soon as it is there.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let machine = Machine::here();
        let baseline = self.read_baseline(&machine)?;
        let plan = self.plan(common);
        let tasks = self.tasks(&plan, common)?;
        let mut out = Out::new();
        if !common.json {
            for &group in &plan.groups {
                out.line(lines::title(group))?;
            }
        }
        let rows = self.measure(&plan, &tasks, baseline.as_ref(), |bar, row| {
            if !common.json {
                bar.suspend(|| out.line(lines::line(row)).and_then(|()| out.flush()))?;
            }
            Ok(())
        })?;
        if self.dir.is_none()
            && let Some(failure) = nothing_measured(&rows)
        {
            return Err(failure);
        }
        self.keep(&rows, &machine, common)?;
        self.conclude(&rows, common, &mut out)
    }

    fn plan(&self, common: &Common) -> BenchPlan {
        BenchPlan {
            groups: Groups::meant(&self.group),
            schedule: Schedule {
                seconds: self.seconds,
                repetitions: usize::from(self.repetitions),
                least: 1,
            },
            threads: usize::from(self.threads),
            time_limit: self.time_limit,
            seed: common.seed,
        }
    }

    fn measure(
        &self,
        plan: &BenchPlan,
        tasks: &[Task],
        baseline: Option<&Baseline>,
        mut show: impl FnMut(&ProgressBar, &BenchRow) -> Result<(), Failure>,
    ) -> Result<Vec<BenchRow>, Failure> {
        let total = tasks.iter().map(|task| task.reasoners.len()).sum();
        let bar = progress::bar(total, "measurements");
        let mut rows = Vec::new();
        for task in tasks {
            bar.set_message(task.source.name.clone());
            let mut take = |row| {
                rows.push(row);
                row::compare_last(&mut rows);
                let last = rows.len() - 1;
                if let Some(baseline) = baseline {
                    baseline.compare(&mut rows[last..], self.tolerance / 100.0);
                }
                show(&bar, &rows[last])
            };
            if task.isolated {
                let measured = isolated::measure(plan, &task.source, &task.reasoners);
                measured.into_iter().try_for_each(&mut take)?;
                bar.inc(task.reasoners.len() as u64);
                continue;
            }
            plan.measure_native(&task.source)
                .map_or(Ok(()), &mut take)?;
            let maps = plan.measure_maps(&task.source);
            maps.into_iter().try_for_each(&mut take)?;
            for &reasoner in task.reasoners.iter().filter(|_| plan.asks_reasoners()) {
                let measured = plan.measure(&task.source, reasoner);
                measured.into_iter().try_for_each(&mut take)?;
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
        Ok(rows)
    }

    fn read_baseline(&self, machine: &Machine) -> Result<Option<Baseline>, Failure> {
        let Some(path) = &self.baseline else {
            return Ok(None);
        };
        let baseline = Baseline::read(path)?;
        if !self.any_machine {
            baseline.must_be_of(machine)?;
        }
        Ok(Some(baseline))
    }

    fn tasks(&self, plan: &BenchPlan, common: &Common) -> Result<Vec<Task>, Failure> {
        let reasoners = |default: BackEndChoice| match self.back_end.as_slice() {
            [] => BackEndChoice::meant(&[default]),
            asked => BackEndChoice::meant(asked),
        };
        let only_setup = plan.groups == [Group::Setup];
        let named = if only_setup {
            BackEndChoice::Auto
        } else {
            BackEndChoice::All
        };
        let mut tasks = Vec::new();
        for game in &self.games {
            let source = source::find(game, common)?;
            tasks.push(Task {
                source,
                reasoners: reasoners(named),
                isolated: false,
            });
        }
        let folder = self.dir.as_deref().map(input::sheets_in).transpose()?;
        for sheet in folder.unwrap_or_default() {
            let source = source::find(&sheet.display().to_string(), common)?;
            tasks.push(Task {
                source,
                reasoners: reasoners(BackEndChoice::Auto),
                isolated: true,
            });
        }
        Ok(tasks)
    }

    /// Writes what is to be kept in files.
    fn keep(&self, rows: &[BenchRow], machine: &Machine, common: &Common) -> Result<(), Failure> {
        if let Some(path) = &self.save {
            let baseline = Baseline {
                senet: env!("CARGO_PKG_VERSION").to_string(),
                machine: machine.clone(),
                seed: common.seed,
                seconds: self.seconds,
                rows: rows.to_vec(),
            };
            baseline.write(path)?;
        }
        if let Some(path) = &self.page {
            write_page(path, rows, machine)?;
        }
        Ok(())
    }

    fn conclude(&self, rows: &[BenchRow], common: &Common, out: &mut Out) -> Result<(), Failure> {
        if common.json {
            out.json(&rows)?;
        } else {
            for line in page::summary(rows) {
                out.line(line)?;
            }
            if self.baseline.is_some() {
                out.line(baseline::summary(rows))?;
            }
        }
        out.flush()?;
        if self.fail_on_regression && baseline::count(rows, BaselineVerdict::Slower) > 0 {
            return Err(Failure::No);
        }
        Ok(())
    }
}

/// Why nothing at all could be measured, if so.
fn nothing_measured(rows: &[BenchRow]) -> Option<Failure> {
    // A reasoner that was built is something, even if it was then too slow to be measured.
    if rows.iter().any(|row| row.repetitions > 0 || row.rules > 0) {
        return None;
    }
    let row = rows.first()?;
    let problem = row.problem.as_deref().unwrap_or("nothing was measured");
    let help = "`senet check` shows the problems of a rule sheet; --time-limit gives it more time";
    Some(Failure::new(format!("{}: {problem}", row.game)).help(help))
}

/// Writes the page, and its data files into a folder of the same name beside it.
fn write_page(path: &Path, rows: &[BenchRow], machine: &Machine) -> Result<(), Failure> {
    let folder = path.with_extension("");
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    std::fs::write(path, page::page(rows, machine, &name)).map_err(|error| {
        let message = format!("cannot write {}: {error}", path.display());
        Failure::new(message).help("choose another file for --page")
    })?;
    let files = page::data_files(rows);
    let files: Vec<_> = files
        .into_iter()
        .map(|(name, text, _)| (name, text))
        .collect();
    csv::write(&folder, &files)
}
