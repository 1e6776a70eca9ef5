//! `senet verify`: replays recorded traces on a back end.

use clap::Args;
use rayon::prelude::*;
use senet_console::{BackEndArgs, Common, Failure, Out, STACK_BYTES, input, progress, time_limit};
use senet_engine::{BackEnd, DeadlineGame, LoadError, LoadOptions, Loaded, Stopped, load};
use senet_gdl::{Deadline, Sheet, check};
use senet_trace::{ReplayError, ReplayReport, Trace, replay, replay_in_batches};
use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Replays traces on a back end; the last line is `N passed, M failed, K skipped`
///
/// Rule sheet paths in traces are relative to the parent of the games folder.
#[derive(Args)]
#[command(
    after_help = "Example:\n  senet verify --games ../shared/games --traces ../shared/traces --back-end reference"
)]
pub struct Verify {
    /// The folder of games
    #[arg(long, value_name = "DIR")]
    games: PathBuf,
    /// The folder of traces (.jsonl)
    #[arg(long, value_name = "DIR")]
    traces: PathBuf,
    /// Skips a trace after this number of seconds
    #[arg(long, value_name = "S", default_value_t = 600.0)]
    seconds: f64,
    /// Replays only traces whose file name contains this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Number of traces to replay at once [default: the number of cores]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
    #[command(flatten)]
    back_end: BackEndArgs,
}

/// Result of replaying a trace.
enum Verdict {
    Passed,
    Failed(String),
    Skipped(String),
}

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Unpassed {
    game: String,
    reason: String,
}

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: Vec<Unpassed>,
    skipped: Vec<Unpassed>,
}

impl Verify {
    /// Replays all traces in parallel. Prints each failed or skipped trace as soon as it is known.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let root = self.games.join("..");
        let files = self.files()?;
        let bar = progress::bar(files.len(), "traces");
        let tally = Mutex::new(Tally::default());
        let replay_one = |file: &PathBuf| {
            let game = file
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let verdict = self.replay_file(&root, file, common);
            bar.inc(1);
            let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
            bar.suspend(|| tally.count(game, verdict, common))
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .stack_size(STACK_BYTES)
            .build()
            .map_err(|error| {
                Failure::new(format!("cannot start threads: {error}"))
                    .help("raise the limit on processes, or use fewer threads")
            })?;
        pool.install(|| files.par_iter().try_for_each(replay_one))?;
        bar.finish_and_clear();
        tally
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .show(common)
    }

    fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let folder = std::fs::read_dir(&self.traces).and_then(|entries| {
            entries
                .map(|entry| Ok(entry?.path()))
                .collect::<Result<Vec<_>, std::io::Error>>()
        });
        let name = self.traces.display().to_string();
        let mut files = folder.map_err(|error| input::unreadable(&name, &error))?;
        files.retain(|file| file.extension().is_some_and(|e| e == "jsonl") && self.wants(file));
        files.sort();
        if files.is_empty() {
            let message = format!("no matching trace (.jsonl) in {name}");
            return Err(Failure::new(message).help("check --traces and --only"));
        }
        Ok(files)
    }

    fn wants(&self, file: &Path) -> bool {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        self.only
            .as_ref()
            .is_none_or(|part| name.contains(part.as_str()))
    }

    fn replay_file(&self, root: &Path, file: &Path, common: &Common) -> Verdict {
        if common.deadline().is_over() {
            return Verdict::Skipped(time_limit::reason("the verification").0);
        }
        let trace = match read_trace(file) {
            Ok(trace) => trace,
            Err(reason) => return Verdict::Failed(reason),
        };
        let text = match input::read_text(&root.join(&trace.header.kif)) {
            Ok(text) => text,
            Err(failure) => return Verdict::Failed(failure.to_string()),
        };
        let mut options = LoadOptions {
            force: common.force,
            ..self.back_end.options(common)
        };
        options.limits.deadline = common.deadline_within(self.seconds);
        let deadline = options.limits.deadline.clone();
        let sheet = Sheet::read(text);
        match load(&sheet, &options) {
            Ok(loaded) => match verdict(replay_loaded(loaded, &trace, deadline)) {
                Verdict::Failed(reason) => failed_or_odd(&sheet, reason),
                verdict => verdict,
            },
            Err(LoadError::Unplayable(problems)) if trace.header.validator.is_some() => {
                let first = problems.first().map_or("", |p| &p.message);
                Verdict::Skipped(format!("the sheet is invalid on purpose: {first}"))
            }
            Err(error @ LoadError::Unplayable(_)) => Verdict::Failed(error.to_string()),
            Err(error) => Verdict::Skipped(error.to_string()),
        }
    }
}

/// Queries lanes in batches of states. Single queries would go to the circuit.
fn replay_loaded(
    loaded: Loaded,
    trace: &Trace,
    deadline: Deadline,
) -> Result<ReplayReport, ReplayError> {
    let game = DeadlineGame::new(loaded.game, deadline);
    match loaded.back_end {
        BackEnd::Lanes => replay_in_batches(&game, trace),
        _ => replay(&game, trace),
    }
}

/// Skips sheets with `(p)` in place of `p`. The back end that made the traces treats them as different symbols; GDL does not.
fn failed_or_odd(sheet: &Sheet, reason: String) -> Verdict {
    let odd = check(sheet)
        .into_iter()
        .find(|problem| problem.code == "W107");
    match odd {
        Some(odd) => Verdict::Skipped(format!(
            "the sheet writes `{}`, which the back end of the traces distinguishes from the plain word: {reason}",
            odd.span.of(&sheet.text)
        )),
        None => Verdict::Failed(reason),
    }
}

fn read_trace(file: &Path) -> Result<Trace, String> {
    let text =
        input::read_text_up_to(file, input::MAX_TRACE).map_err(|failure| failure.to_string())?;
    Trace::parse(&text).map_err(|error| error.to_string())
}

fn verdict(outcome: Result<ReplayReport, ReplayError>) -> Verdict {
    match outcome {
        Ok(_) => Verdict::Passed,
        Err(ReplayError::Stopped {
            stopped: Stopped::Misuse(reason),
            ..
        }) => Verdict::Failed(reason),
        Err(error @ ReplayError::Stopped { .. }) => Verdict::Skipped(error.to_string()),
        Err(error) => Verdict::Failed(error.to_string()),
    }
}

impl Tally {
    fn count(&mut self, game: String, verdict: Verdict, common: &Common) -> Result<(), Failure> {
        let (list, word, reason) = match verdict {
            Verdict::Passed => {
                self.passed += 1;
                return Ok(());
            }
            Verdict::Failed(reason) => (&mut self.failed, "FAILED", reason),
            Verdict::Skipped(reason) => (&mut self.skipped, "skipped", reason),
        };
        if !common.json {
            let mut out = Out::new();
            out.line(format!("{word} {game}: {reason}"))?;
            out.flush()?;
        }
        list.push(Unpassed { game, reason });
        Ok(())
    }

    fn show(mut self, common: &Common) -> Result<(), Failure> {
        self.failed.sort();
        self.skipped.sort();
        let mut out = Out::new();
        let (failed, skipped) = (self.failed.len(), self.skipped.len());
        if common.json {
            out.json(&json!({
                "passed": self.passed,
                "failed": failed,
                "failures": self.failed,
                "skipped": self.skipped,
            }))?;
        } else {
            out.line(format!(
                "{} passed, {failed} failed, {skipped} skipped",
                self.passed
            ))?;
        }
        out.flush()?;
        if failed == 0 {
            Ok(())
        } else {
            Err(Failure::No)
        }
    }
}
