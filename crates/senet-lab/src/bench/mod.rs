//! `senet bench`: measures the speed and set-up time of each back end.

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
use choice::{BackEndChoice, BackEndSetting};
use clap::Args;
use game::BenchPlan;
use group::{Group, Groups};
use indicatif::ProgressBar;
use machine::Machine;
use row::BenchRow;
use senet_console::{Common, Failure, Out, Source, input, message, progress, source, time_limit};
use std::path::{Path, PathBuf};
use timing::Schedule;

/// Measures playouts and single steps per second, set-up times, and symbol mappers
///
/// Times are CPU time of the working thread, so other programs do not affect them. Only the speed-up of --threads uses the
/// wall clock. Playouts run in quotas and always finish: stopping them by the clock would favour short matches. Rates are
/// means over several repetitions, ± their standard deviation.
///
/// tic-tac-toe, connect-four and breakthrough are also compared with hand-written programs (`native`). This includes the
/// public sheets ticTacToe, connectFour and breakthrough.
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
    /// Games to measure
    #[arg(value_name = "GAME", required_unless_present = "dir")]
    games: Vec<String>,
    /// Measures all rule sheets (.kif) of a folder, each in its own process
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Groups to measure, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "playouts")]
    group: Vec<Groups>,
    /// Back ends, separated by commas: names, `lanes:portable`, `lanes:avx2`, `lanes:avx512`, `auto` (the automatic choice) or
    /// `all` [default: all for named games; auto for --dir and for set-up alone]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    back_end: Vec<BackEndChoice>,
    /// CPU seconds for each game, back end and group
    #[arg(long, value_name = "S", default_value = "3", value_parser = positive)]
    seconds: f64,
    /// Number of repetitions among which --seconds is divided
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    repetitions: u16,
    /// Also measures playouts with this number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Wall-clock limit in seconds for each game and back end
    #[arg(long, value_name = "S", default_value = "60", value_parser = positive)]
    game_limit: f64,
    /// Writes the tables to a Markdown file
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Saves the measurements in a file for --baseline
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Compares with the measurements in this file
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Ignores changes below this percentage, even if they exceed the noise
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = positive)]
    tolerance: f64,
    /// Allows a baseline from a different machine
    #[arg(long)]
    any_machine: bool,
    /// Exits with 1 if a measurement is slower than the baseline
    #[arg(long, requires = "baseline")]
    fail_on_regression: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number".to_string())?;
    let fine = number.is_finite() && number > 0.0;
    fine.then_some(number)
        .ok_or_else(|| "expected a number above zero".to_string())
}

/// A game and the back ends to measure it on.
struct Task {
    source: Source,
    settings: Vec<BackEndSetting>,
    /// True if a separate process measures the game.
    isolated: bool,
}

impl Bench {
    /// Measures every game and prints each result immediately.
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
            game_limit: self.game_limit,
            deadline: common.deadline().clone(),
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
        let total = tasks.iter().map(|task| task.settings.len()).sum();
        let bar = progress::bar(total, "measurements");
        let mut rows = Vec::new();
        for task in tasks {
            if plan.deadline.is_over() {
                break;
            }
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
                let measured = isolated::measure(plan, &task.source, &task.settings);
                measured.into_iter().try_for_each(&mut take)?;
                bar.inc(task.settings.len() as u64);
                continue;
            }
            plan.measure_native(&task.source)
                .map_or(Ok(()), &mut take)?;
            let maps = plan.measure_maps(&task.source);
            maps.into_iter().try_for_each(&mut take)?;
            for &setting in task.settings.iter().filter(|_| plan.needs_back_ends()) {
                if plan.deadline.is_over() {
                    break;
                }
                let measured = plan.measure(&task.source, setting);
                measured.into_iter().try_for_each(&mut take)?;
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
        if plan.deadline.is_over() {
            let (message, _) = time_limit::reason("the benchmark");
            message!("warning: {message}, so measurements are missing");
        }
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
        let settings = |default: BackEndChoice| match self.back_end.as_slice() {
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
            source.playable_rules()?;
            tasks.push(Task {
                source,
                settings: settings(named),
                isolated: false,
            });
        }
        let folder = self.dir.as_deref().map(input::sheets_in).transpose()?;
        for sheet in folder.unwrap_or_default() {
            let source = source::find(&sheet.display().to_string(), common)?;
            tasks.push(Task {
                source,
                settings: settings(BackEndChoice::Auto),
                isolated: true,
            });
        }
        Ok(tasks)
    }

    /// Writes the page and the baseline, if requested.
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

/// Returns a failure if no measurement succeeded.
fn nothing_measured(rows: &[BenchRow]) -> Option<Failure> {
    // A back end that was built counts, even if it was too slow to measure.
    if rows.iter().any(|row| row.repetitions > 0 || row.rules > 0) {
        return None;
    }
    let row = rows.first()?;
    let problem = row.problem.as_deref().unwrap_or("nothing was measured");
    let help =
        "`senet check` lists the problems of a rule sheet; raise --game-limit for slow games";
    Some(Failure::new(format!("{}: {problem}", row.game)).help(help))
}

/// Writes the page, and its data files into a folder of the same name.
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
