//! Descent as a way of learning.

use super::checkpoint::{float_bytes, floats};
use super::log::LogRow;
use super::method::{Method, RunCheckpoint, TrainingPlan};
use senet_arena::{PlayerFactory, Rules};
use senet_console::{Failure, clock};
use senet_deep::{Identity, ValueModel, ValuePlayer};
use senet_engine::Deadline;
use senet_search::{
    Budget, DescentError, DescentPlan, Learner, LearningCounts, ModelKind, SavedLearner,
};
use senet_value_net::{Adam, ModelHeader};
use std::sync::Arc;
use std::time::Duration;

/// The time of an iteration.
const ITERATION: Duration = Duration::from_secs(10);
/// Evaluations for a move in ratings.
const RATED_NODES: u64 = 2_000;

/// A run of descent.
pub struct DescentMethod {
    learner: Learner,
    header: ModelHeader,
    iteration: u64,
}

impl DescentMethod {
    /// Starts a run, or continues from a checkpoint.
    pub fn open(
        rules: &Rules,
        identity: &Identity,
        options: &TrainingPlan,
        checkpoint: Option<&RunCheckpoint>,
        deadline: &Deadline,
    ) -> Result<DescentMethod, Failure> {
        let plan = DescentPlan {
            memory_bytes: options.plan.memory_bytes / 2,
            ..DescentPlan::default()
        };
        let budget = Budget::seconds(60.0).part_of(deadline);
        let learner = Learner::new(rules.game.clone(), plan, options.seed, &budget);
        let mut learner = learner.map_err(|error| unfit(&error))?;
        if let Some(checkpoint) = checkpoint {
            let saved = read_parts(checkpoint);
            if !saved.is_some_and(|saved| learner.restore(saved)) {
                return Err(
                    Failure::new("the checkpoint does not hold a run of descent")
                        .help("choose another folder for --out"),
                );
            }
        }
        Ok(DescentMethod {
            learner,
            header: ModelHeader {
                game: identity.key.clone(),
                symbols: identity.symbols.clone(),
                roles: rules.game.roles().to_vec(),
                fluents: rules.game.fluent_names().unwrap_or(&[]).to_vec(),
                seed: options.seed,
                log: Vec::new(),
            },
            iteration: checkpoint.map_or(0, |found| found.header.iteration),
        })
    }
}

fn unfit(error: &DescentError) -> Failure {
    Failure::new(format!("descent cannot learn this game: {error}"))
        .help("choose --method alphazero")
}

impl Method for DescentMethod {
    fn iterate(&mut self, share: f64, deadline: &Deadline) -> Result<Option<LogRow>, Failure> {
        let (start, before) = (clock::thread_cpu_seconds(), self.learner.counts());
        let evaluated = self.learner.evaluated();
        let budget = Budget::time(senet_search::Clock::Wall, ITERATION).part_of(deadline);
        let _watch = budget.watch();
        while !budget.is_over() {
            match self.learner.round(share.min(1.0) as f32, &budget) {
                Err(DescentError::Stopped(_)) if budget.is_over() => break,
                done => done.map_err(|error| unfit(&error))?,
            }
        }
        let (after, seconds) = (self.learner.counts(), clock::thread_cpu_seconds() - start);
        if after.trained == before.trained {
            // On a busy machine the first samples may take longer than an iteration.
            return match deadline.is_over() {
                true => Ok(None),
                false => self.iterate(share, deadline),
            };
        }
        self.iteration += 1;
        let evaluated = self.learner.evaluated() - evaluated;
        Ok(Some(LogRow {
            iteration: self.iteration,
            seconds: 0.0,
            matches: after.matches - before.matches,
            positions: evaluated,
            positions_per_second: evaluated as f64 / seconds.max(1e-9),
            policy_loss: None,
            value_loss: self.learner.take_error(),
            gate: None,
            accepted: true,
            rating: None,
        }))
    }

    fn settle(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn parts(&self) -> (u64, u64, Vec<Vec<u8>>) {
        let saved = self.learner.save();
        let (means, squares, steps) = saved.adam.moments();
        let counts = saved.counts;
        let numbers = [
            saved.next as u64,
            saved.random,
            saved.due.to_bits(),
            counts.matches,
            counts.moves,
            counts.samples,
            counts.solved,
            counts.trained,
        ];
        let bytes = |words: &[u64]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let parts = vec![
            float_bytes(&saved.parameters),
            float_bytes(means),
            float_bytes(squares),
            bytes(&saved.states),
            float_bytes(&saved.targets),
            bytes(&numbers),
        ];
        (self.iteration, steps, parts)
    }

    fn model(&self, log: &[LogRow]) -> Vec<u8> {
        let mut header = self.header.clone();
        header.log = log.iter().map(LogRow::line).collect();
        let net = self.learner.net().clone();
        ValueModel { net, header }.write()
    }

    fn players(&self) -> [PlayerFactory; 2] {
        let trained = self.learner.trained();
        [ModelKind::Deep, ModelKind::Net].map(|kind| -> PlayerFactory {
            let trained = trained.clone();
            Arc::new(move |setting| {
                let player = ValuePlayer::new(kind, setting, trained.clone());
                Ok(Box::new(player))
            })
        })
    }

    fn simulations(&self) -> u64 {
        RATED_NODES
    }
}

/// The learner of a checkpoint.
fn read_parts(checkpoint: &RunCheckpoint) -> Option<SavedLearner> {
    let [parameters, means, squares, states, targets, numbers] = &checkpoint.parts[..] else {
        return None;
    };
    let words = |bytes: &[u8]| -> Vec<u64> {
        let (chunks, _) = bytes.as_chunks::<8>();
        chunks
            .iter()
            .map(|chunk| u64::from_le_bytes(*chunk))
            .collect()
    };
    let [next, random, due, matches, moves, samples, solved, trained] = words(numbers)[..] else {
        return None;
    };
    Some(SavedLearner {
        parameters: floats(parameters),
        adam: Adam::from_moments(floats(means), floats(squares), checkpoint.header.steps),
        states: words(states),
        targets: floats(targets),
        next: usize::try_from(next).ok()?,
        random,
        due: f64::from_bits(due),
        counts: LearningCounts {
            matches,
            moves,
            samples,
            solved,
            trained,
            errors: (0.0, 0),
        },
    })
}
