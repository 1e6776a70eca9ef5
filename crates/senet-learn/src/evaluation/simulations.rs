//! Learns an evaluation function by simulation.

use super::learned::Learned;
use super::lesson::Lesson;
use super::sequences::{Outcomes, Sequence, sequences};
use fastrand::Rng;
use senet_engine::{Game, Stopped};
use senet_gdl::Description;
use senet_search::{Budget, Evaluation, Learn, Stop};
use std::fmt;
use std::sync::Arc;

/// Random matches from each sequence, unless told otherwise.
const MATCHES_PER_SEQUENCE: u32 = 32;
/// Sequences of the first round; rounds grow twofold.
const FIRST_ROUND: usize = 16;
/// Sequences of a round, at most.
const LARGEST_ROUND: usize = 512;
/// With so many sequences the standard error of a correlation is below 0.006: more would change little.
const ENOUGH: usize = 40_000;
/// The part of the time left that the next round may take as far as the last one tells.
const SAFE: f64 = 0.9;

/// Learns evaluation functions of one game by playing it at random.
pub struct Simulations {
    /// The rules, where the features come from.
    pub description: Arc<Description>,
    /// The game that they describe.
    pub game: Arc<dyn Game>,
    /// No more sequences than this. With this many, the seed alone decides what is learned.
    pub sequences: usize,
    /// Random matches from each sequence.
    pub matches_per_sequence: u32,
    /// Threads that play random matches.
    pub threads: usize,
}

/// What made learning stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopLearning {
    /// More sequences would change little.
    Settled,
    /// As many sequences as allowed.
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

impl Learn for Simulations {
    fn learn(&self, budget: &Budget, seed: u64) -> Result<Arc<dyn Evaluation>, Stopped> {
        Ok(Arc::new(self.evaluation(budget, seed)?))
    }
}

impl Simulations {
    /// On one thread, until more would change little.
    pub fn new(description: Arc<Description>, game: Arc<dyn Game>) -> Simulations {
        Simulations {
            description,
            game,
            sequences: usize::MAX,
            matches_per_sequence: MATCHES_PER_SEQUENCE,
            threads: 1,
        }
    }

    /// The evaluation function with all that is known of it. Fails only if not even the first sequences can be played within the budget.
    pub fn evaluation(&self, budget: &Budget, seed: u64) -> Result<Learned, Stopped> {
        let _watch = budget.watch();
        let mut rng = Rng::with_seed(seed);
        let before = budget.elapsed();
        let first = self.round(FIRST_ROUND.min(self.sequences), &mut rng, budget)?;
        let seconds = (budget.elapsed() - before).as_secs_f64() / FIRST_ROUND as f64;
        let mut lesson = Lesson::new(&self.description, &*self.game, &first);
        lesson.add(&*self.game, first);
        let stop = self.continue_with(&mut lesson, seconds, &mut rng, budget);
        Ok(lesson.conclude(&self.game, self.matches_per_sequence, stop))
    }

    /// Adds round after round; a sequence takes about so many seconds.
    fn continue_with(
        &self,
        lesson: &mut Lesson,
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
            } else if let Some(stop) = budget.stop(0, simulations, lesson.memory_bytes) {
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
                Ok(round) => lesson.add(&*self.game, round),
                Err(_) => return StopLearning::Budget(budget.out_of_time().unwrap_or(Stop::Done)),
            }
            asked += count;
            seconds = (budget.elapsed() - before).as_secs_f64() / count as f64;
        }
    }

    /// So many sequences, or fewer if some come to nothing.
    fn round(
        &self,
        count: usize,
        rng: &mut Rng,
        budget: &Budget,
    ) -> Result<Vec<Sequence>, Stopped> {
        let outcomes = Outcomes {
            matches: self.matches_per_sequence,
            threads: self.threads,
        };
        sequences(&*self.game, count, outcomes, rng, budget)
    }
}
