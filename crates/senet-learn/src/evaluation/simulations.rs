//! Learns an evaluation function from playouts.

use super::learned::LearnedEvaluation;
use super::sequences::{ScoringOptions, Sequence, sequences};
use super::training_data::TrainingData;
use fastrand::Rng;
use senet_engine::{Game, Stopped};
use senet_gdl::Description;
use senet_search::{Budget, EvaluationLearner, Evaluator, Stop};
use std::fmt;
use std::sync::Arc;

/// The default number of playouts per sequence.
const MATCHES_PER_SEQUENCE: u32 = 32;
/// The number of sequences in the first round. Each round doubles the number.
const FIRST_ROUND: usize = 16;
/// The maximum number of sequences per round.
const LARGEST_ROUND: usize = 512;
/// With this many sequences the standard error of a correlation is below 0.006, so more would change little.
const ENOUGH: usize = 40_000;
/// The share of the remaining time that the next round may take. The last round gives the estimate of its duration.
const SAFE: f64 = 0.9;

/// Learns evaluation functions of one game from random matches.
pub struct SimulationLearner {
    /// The rules, from which the features are derived.
    pub description: Arc<Description>,
    /// The game that the rules describe.
    pub game: Arc<dyn Game>,
    /// The maximum number of sequences. If it is reached, only the seed determines the result.
    pub sequences: usize,
    /// The number of playouts per sequence.
    pub matches_per_sequence: u32,
    /// The number of playout threads.
    pub threads: usize,
}

/// The reason why learning stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopLearning {
    /// More sequences would change little.
    Settled,
    /// The maximum number of sequences is reached.
    Sequences,
    /// The budget is used up.
    Budget(Stop),
}

impl fmt::Display for StopLearning {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StopLearning::Settled => f.write_str("settled"),
            StopLearning::Sequences => f.write_str("sequences"),
            StopLearning::Budget(stop) => stop.fmt(f),
        }
    }
}

impl EvaluationLearner for SimulationLearner {
    fn learn(&self, budget: &Budget, seed: u64) -> Result<Arc<dyn Evaluator>, Stopped> {
        Ok(Arc::new(self.evaluation(budget, seed)?))
    }
}

impl SimulationLearner {
    /// A learner with one thread and without a limit on sequences.
    pub fn new(description: Arc<Description>, game: Arc<dyn Game>) -> SimulationLearner {
        SimulationLearner {
            description,
            game,
            sequences: usize::MAX,
            matches_per_sequence: MATCHES_PER_SEQUENCE,
            threads: 1,
        }
    }

    /// Learns the evaluation function. Fails only if the first sequences cannot be played within the budget.
    pub fn evaluation(&self, budget: &Budget, seed: u64) -> Result<LearnedEvaluation, Stopped> {
        let _watch = budget.watch();
        let mut rng = Rng::with_seed(seed);
        let before = budget.elapsed();
        let first = self.round(FIRST_ROUND.min(self.sequences), &mut rng, budget)?;
        let seconds = (budget.elapsed() - before).as_secs_f64() / FIRST_ROUND as f64;
        let mut data = TrainingData::new(&self.description, &*self.game, &first);
        data.add(&*self.game, first);
        let stop = self.continue_with(&mut data, seconds, &mut rng, budget);
        Ok(data.conclude(&self.game, self.matches_per_sequence, stop))
    }

    /// Adds rounds of sequences until a limit is reached. `seconds` estimates the time per sequence.
    fn continue_with(
        &self,
        data: &mut TrainingData,
        mut seconds: f64,
        rng: &mut Rng,
        budget: &Budget,
    ) -> StopLearning {
        let (mut asked, mut size) = (FIRST_ROUND, FIRST_ROUND);
        loop {
            let simulations = asked as u64 * u64::from(self.matches_per_sequence);
            if asked >= self.sequences {
                return StopLearning::Sequences;
            } else if asked >= ENOUGH {
                return StopLearning::Settled;
            } else if let Some(stop) = budget.stop(0, simulations, data.memory_bytes) {
                return StopLearning::Budget(stop);
            }
            size = (2 * size).min(LARGEST_ROUND).min(self.sequences - asked);
            let left = budget
                .remaining()
                .map_or(f64::INFINITY, |left| left.as_secs_f64());
            let fitting = (SAFE * left / seconds) as usize;
            if fitting < FIRST_ROUND.min(size) {
                return StopLearning::Budget(Stop::Time);
            }
            let count = size.min(fitting);
            let before = budget.elapsed();
            match self.round(count, rng, budget) {
                Ok(round) => data.add(&*self.game, round),
                Err(_) => return StopLearning::Budget(budget.out_of_time().unwrap_or(Stop::Done)),
            }
            asked += count;
            seconds = (budget.elapsed() - before).as_secs_f64() / count as f64;
        }
    }

    /// Plays `count` sequences. Some may be skipped.
    fn round(
        &self,
        count: usize,
        rng: &mut Rng,
        budget: &Budget,
    ) -> Result<Vec<Sequence>, Stopped> {
        let scoring = ScoringOptions {
            playouts: self.matches_per_sequence,
            threads: self.threads,
        };
        sequences(&*self.game, count, scoring, rng, budget)
    }
}
