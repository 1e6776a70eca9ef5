//! A run: iterations, ratings and checkpoints until the time is used up.

use super::alpha_zero::AlphaZeroMethod;
use super::descent::DescentMethod;
use super::folder::RunFolder;
use super::log::{LogRow, csv, svg};
use super::method::{Method, MethodKind, RunCheckpoint, RunHeader, TrainingPlan};
use super::pool::rate;
use senet_arena::{PlayerFactory, Rules};
use senet_console::Failure;
use senet_deep::Identity;
use senet_engine::{Deadline, spread_seed};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The share of the time that ratings may take.
const RATING_SHARE: f64 = 0.1;
/// The name of the model file in the folder of a run.
const MODEL: &str = "model.safetensors";

/// A training run in a folder.
pub struct TrainingRun {
    rules: Rules,
    folder: RunFolder,
    header: RunHeader,
    method: Box<dyn Method>,
    /// Seconds that ratings took.
    rating_seconds: f64,
    /// The share of the time that ratings may take.
    rating_share: f64,
}

/// The result of a run.
pub struct Trained {
    /// The model file.
    pub model: PathBuf,
    /// The log.
    pub log: Vec<LogRow>,
    /// Seconds of training in all runs.
    pub seconds: f64,
}

impl TrainingRun {
    /// Opens a folder: starts a run, or continues the run that it holds.
    pub fn open(
        rules: &Rules,
        options: &TrainingPlan,
        path: &Path,
        deadline: &Deadline,
    ) -> Result<TrainingRun, Failure> {
        let folder = RunFolder::open(path)?;
        let description = &rules.sheet.description;
        let identity = Identity::of(description, deadline).map_err(|error| {
            Failure::new(format!("the game has no key: {error}")).help("raise --time-limit")
        })?;
        let checkpoint = RunCheckpoint::read(&folder)?;
        let header = match &checkpoint {
            Some(found) => {
                check(&found.header, &identity, options, path)?;
                found.header.clone()
            }
            None => RunHeader {
                game: identity.key.clone(),
                options: options.clone(),
                seconds: 0.0,
                iteration: 0,
                steps: 0,
                log: Vec::new(),
            },
        };
        let saved = checkpoint.as_ref();
        let method: Box<dyn Method> = match options.method {
            MethodKind::Alphazero => Box::new(AlphaZeroMethod::open(
                rules, &identity, options, saved, &folder, deadline,
            )?),
            MethodKind::Descent => Box::new(DescentMethod::open(
                rules, &identity, options, saved, deadline,
            )?),
        };
        let mut run = TrainingRun {
            rules: rules.clone(),
            folder,
            header,
            method,
            rating_seconds: 0.0,
            rating_share: RATING_SHARE,
        };
        if checkpoint.is_none() {
            run.checkpoint()?;
        }
        Ok(run)
    }

    /// Turns ratings off.
    pub fn without_ratings(&mut self) {
        self.rating_share = 0.0;
    }

    /// Creates players with the best network so far: with search, and without.
    pub fn players(&self) -> [PlayerFactory; 2] {
        self.method.players()
    }

    /// Seconds of training so far.
    pub fn seconds(&self) -> f64 {
        self.header.seconds
    }

    /// The log so far.
    pub fn log(&self) -> &[LogRow] {
        &self.header.log
    }

    /// Trains until the totals reach `seconds` or `iterations`, earlier runs included. Calls `tell` after each iteration.
    pub fn train(
        &mut self,
        seconds: f64,
        iterations: u64,
        deadline: &Deadline,
        tell: &mut dyn FnMut(&LogRow),
    ) -> Result<(), Failure> {
        let (start, before) = (Instant::now(), self.header.seconds);
        let left = std::time::Duration::try_from_secs_f64((seconds - before).max(0.0));
        let end = left.map_or_else(|_| deadline.clone(), |left| deadline.within(left));
        while !end.is_over() && self.header.iteration < iterations {
            let share = (before + start.elapsed().as_secs_f64()) / seconds;
            let Some(mut row) = self.method.iterate(share, &end)? else {
                break;
            };
            if let Some(last) = self.header.log.last() {
                row.matches += last.matches;
                row.positions += last.positions;
            }
            row.seconds = before + start.elapsed().as_secs_f64();
            if self.rating_seconds < self.rating_share * (row.seconds - before) {
                self.rate(&mut row, &end)?;
            }
            tell(&row);
            self.header.log.push(row);
            self.header.seconds = before + start.elapsed().as_secs_f64();
            self.checkpoint()?;
        }
        self.header.seconds = before + start.elapsed().as_secs_f64();
        self.checkpoint()
    }

    fn rate(&mut self, row: &mut LogRow, end: &Deadline) -> Result<(), Failure> {
        let start = Instant::now();
        let seed = spread_seed(self.header.options.seed, 99);
        let ([player, _], simulations) = (self.method.players(), self.method.simulations());
        row.rating = rate(&self.rules, player, simulations, seed, end)?;
        self.rating_seconds += start.elapsed().as_secs_f64();
        Ok(())
    }

    /// Writes the checkpoint, the model and the log.
    fn checkpoint(&mut self) -> Result<(), Failure> {
        self.method.settle()?;
        let (iteration, steps, parts) = self.method.parts();
        (self.header.iteration, self.header.steps) = (iteration, steps);
        let header = self.header.clone();
        RunCheckpoint { header, parts }.write(&self.folder)?;
        let log = &self.header.log;
        self.folder.replace(MODEL, &self.method.model(log))?;
        self.folder.replace("log.csv", csv(log).as_bytes())?;
        let title = format!("Training of {}", self.rules.name);
        self.folder.replace("log.svg", svg(&title, log).as_bytes())
    }

    /// Writes the network as ONNX.
    pub fn write_onnx(&self) -> Result<(), Failure> {
        match self.method.onnx() {
            Some(bytes) => self.folder.replace("model.onnx", &bytes),
            None => Err(
                Failure::new("networks of descent cannot be written as ONNX")
                    .help("choose --method alphazero"),
            ),
        }
    }

    /// The result so far.
    pub fn trained(&self) -> Trained {
        Trained {
            model: self.folder.file(MODEL),
            log: self.header.log.clone(),
            seconds: self.header.seconds,
        }
    }
}

/// A folder holds one run. Fails if the checkpoint belongs to another one.
fn check(
    found: &RunHeader,
    identity: &Identity,
    options: &TrainingPlan,
    path: &Path,
) -> Result<(), Failure> {
    let what = match () {
        () if found.game != identity.key => "another game",
        () if found.options.method != options.method => "another method",
        () if found.options.seed != options.seed => "another seed",
        () if found.options.network != options.network => "another network",
        () if found.options.plan != options.plan => "other settings",
        () => return Ok(()),
    };
    let message = format!("{} holds a run with {what}", path.display());
    Err(Failure::new(message)
        .help("choose another folder for --out, or give the options of that run"))
}
