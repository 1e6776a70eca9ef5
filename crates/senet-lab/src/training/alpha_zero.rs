//! AlphaZero as a way of learning.

use super::checkpoint::{float_bytes, floats};
use super::folder::RunFolder;
use super::journal::Journal;
use super::log::LogRow;
use super::method::{Method, RunCheckpoint, TrainingPlan};
use senet_arena::{PlayerFactory, Rules};
use senet_console::{Failure, clock};
use senet_deep::{
    AlphaZero, DeepError, DeepPlayer, Identity, Model, ModelSymmetry, PolicyPlayer, RunState,
    SelfPlayMatch,
};
use senet_engine::{Deadline, Stopped, spread_seed};
use senet_graph::Symmetries;
use senet_ground::{GroundOptions, Limits, ground};
use senet_search::{ModelKind, PlayerError};
use senet_value_net::Adam;
use senet_value_net::policy::write_onnx;
use std::sync::Arc;
use std::time::Duration;

/// The time limit for finding symmetries.
const SYMMETRY_TIME: Duration = Duration::from_secs(20);

/// A run of AlphaZero with its journal.
pub struct AlphaZeroMethod {
    rules: Rules,
    run: AlphaZero,
    journal: Journal,
    /// Matches of an iteration that was interrupted.
    known: Vec<SelfPlayMatch>,
    folder: RunFolder,
}

impl AlphaZeroMethod {
    /// Starts a run, or continues from a checkpoint.
    pub fn open(
        rules: &Rules,
        identity: &Identity,
        options: &TrainingPlan,
        checkpoint: Option<&RunCheckpoint>,
        folder: &RunFolder,
        deadline: &Deadline,
    ) -> Result<AlphaZeroMethod, Failure> {
        let (journal, mut stored) = Journal::open(folder)?;
        stored.sort_by_key(|one| one.number);
        stored.dedup_by_key(|one| one.number);
        let game = rules.game.clone();
        let plan = options.plan.clone();
        let (run, known) = match checkpoint {
            None => {
                let seed = spread_seed(options.seed, 0);
                let start = Model::new(&*game, identity, &options.network, seed);
                let start = start.map_err(|error| unfit(&error))?;
                (AlphaZero::new(game, start, plan, options.seed), stored)
            }
            Some(checkpoint) => {
                let (model, adam) = read_parts(checkpoint)?;
                let state = RunState {
                    iteration: checkpoint.header.iteration,
                    adam,
                };
                let next = state.iteration * plan.matches as u64;
                let (old, known): (Vec<_>, Vec<_>) =
                    stored.into_iter().partition(|one| one.number < next);
                let run = AlphaZero::resume(game, model, plan, options.seed, state, old);
                (run, known)
            }
        };
        let mut run = run.map_err(|error| unfit(&error))?;
        run.use_symmetries(symmetries(rules, &run.best, deadline));
        Ok(AlphaZeroMethod {
            rules: rules.clone(),
            run,
            journal,
            known,
            folder: folder.clone(),
        })
    }
}

/// The symmetries of a game. A game whose symmetries are not found in time is learned without them.
fn symmetries(rules: &Rules, model: &Model, deadline: &Deadline) -> Vec<ModelSymmetry> {
    let deadline = deadline.within(SYMMETRY_TIME);
    let limits = Limits {
        deadline: deadline.clone(),
        ..Limits::default()
    };
    let how = GroundOptions {
        condense: false,
        limits,
        ..GroundOptions::default()
    };
    let Ok(grounded) = ground(&rules.sheet.description, &how) else {
        return Vec::new();
    };
    match Symmetries::of(&grounded, &[], &deadline) {
        Ok(found) => ModelSymmetry::all(model, &grounded, &found),
        Err(_) => Vec::new(),
    }
}

/// The network and the optimiser of a checkpoint.
fn read_parts(checkpoint: &RunCheckpoint) -> Result<(Model, Adam), Failure> {
    let damaged = || {
        Failure::new("the checkpoint does not hold a run of AlphaZero")
            .help("choose another folder for --out")
    };
    let [model, means, squares] = &checkpoint.parts[..] else {
        return Err(damaged());
    };
    let model = Model::read(model).map_err(|_| damaged())?;
    let (means, squares) = (floats(means), floats(squares));
    let count = model.net.parameters().len();
    match means.len() == count && squares.len() == count {
        true => Ok((
            model,
            Adam::from_moments(means, squares, checkpoint.header.steps),
        )),
        false => Err(damaged()),
    }
}

fn unfit(error: &DeepError) -> Failure {
    Failure::new(format!("the game cannot be learned: {error}"))
        .help("choose a game for which `senet info` shows the number of fluents")
}

impl Method for AlphaZeroMethod {
    fn iterate(&mut self, _share: f64, deadline: &Deadline) -> Result<Option<LogRow>, Failure> {
        let start = clock::thread_cpu_seconds();
        let known = self.known.clone();
        let journal = &mut self.journal;
        let path = self.folder.file("matches.journal");
        let (mut problem, mut fresh) = (None, Vec::new());
        let mut store = |played: &SelfPlayMatch| {
            fresh.push(played.clone());
            journal.push(played).map_err(|error| {
                problem = Some(self.folder.failed("write", &path, &error));
                DeepError::Store(error.to_string())
            })
        };
        let done = self.run.iterate(known, deadline, &mut store, &mut |_| ());
        let report = match done {
            Ok(report) => report,
            Err(DeepError::Stopped(Stopped::Signalled)) if deadline.is_over() => {
                self.known.extend(fresh);
                return Ok(None);
            }
            Err(error) => return Err(problem.unwrap_or_else(|| unfit(&error))),
        };
        self.known.clear();
        let seconds = (clock::thread_cpu_seconds() - start).max(1e-9);
        Ok(Some(LogRow {
            iteration: self.run.state().iteration,
            seconds: 0.0,
            matches: report.matches,
            positions: report.positions,
            positions_per_second: report.positions as f64 / seconds,
            policy_loss: Some(report.loss.mean_policy()),
            value_loss: report.loss.mean_value(),
            gate: report.gate.map(|gate| gate.share()),
            accepted: report.accepted,
            rating: None,
        }))
    }

    fn settle(&mut self) -> Result<(), Failure> {
        let kept: Vec<&SelfPlayMatch> = self.run.window().matches().collect();
        // Matches of the next iteration are not in the window yet. While there are any, no match is dropped.
        if self.known.is_empty() {
            self.journal.keep(kept.into_iter())?;
        }
        self.journal.sync()
    }

    fn parts(&self) -> (u64, u64, Vec<Vec<u8>>) {
        let state = self.run.state();
        let (means, squares, steps) = state.adam.moments();
        let parts = vec![
            self.run.best.write(),
            float_bytes(means),
            float_bytes(squares),
        ];
        (state.iteration, steps, parts)
    }

    fn model(&self, log: &[LogRow]) -> Vec<u8> {
        let mut model = self.run.best.clone();
        model.header.model.log = log.iter().map(LogRow::line).collect();
        model.write()
    }

    fn onnx(&self) -> Option<Vec<u8>> {
        Some(write_onnx(&self.run.best.net))
    }

    fn players(&self) -> [PlayerFactory; 2] {
        let joined = self.run.best.join_own(self.rules.game.clone());
        [ModelKind::Deep, ModelKind::Net].map(|kind| -> PlayerFactory {
            let joined = joined.clone();
            Arc::new(move |setting| match (&joined, kind) {
                (Ok(model), ModelKind::Deep) => {
                    Ok(Box::new(DeepPlayer::new(setting, model.clone())))
                }
                (Ok(model), ModelKind::Net) => {
                    Ok(Box::new(PolicyPlayer::new(setting, model.clone())))
                }
                (Err(error), kind) => Err(PlayerError::Unfit {
                    kind: kind.name().to_string(),
                    reason: error.to_string(),
                }),
            })
        })
    }

    fn simulations(&self) -> u64 {
        u64::from(self.run.plan.simulations)
    }
}
