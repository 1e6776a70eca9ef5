//! Learns an evaluation function by simulation.

use super::facts::Facts;
use super::learned::{FeatureReport, Formula, Learned, Measure, RoleReport};
use super::pool::Pool;
use super::selection::{FactWeights, HeldOut, Line, Sample, Selection, line, ranking, select};
use super::sequences::{Outcomes, Sequence, sequences};
use super::statistics::Statistics;
use super::table::{self, Table};
use fastrand::Rng;
use rustc_hash::FxHashMap;
use senet_engine::{Game, State, Stopped};
use senet_gdl::Description;
use senet_search::{Budget, Evaluation, Learn, Stop};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Patterns in the pool, about.
const POOL: usize = 20_000;
/// Random matches from each sequence.
const MATCHES_PER_SEQUENCE: u32 = 32;
/// Sequences of the first round, and of the largest.
const ROUNDS: (usize, usize) = (16, 512);
/// With so many sequences the standard error of a correlation is below 0.006: more would change little.
const ENOUGH: usize = 40_000;
/// Of so many sequences two are held out to choose features by, and one to tell how good the choice is.
const SHARES: usize = 8;

/// Learns evaluation functions of one game by playing it at random.
pub struct Simulations {
    /// The rules, where the features come from.
    pub description: Arc<Description>,
    /// The game that they describe.
    pub game: Arc<dyn Game>,
    /// No more sequences than this. With this many, the seed alone decides what is learned.
    pub sequences: usize,
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
            threads: 1,
        }
    }

    /// The evaluation function with all that is known of it. Fails only if not even the first sequences can be played within the budget.
    pub fn evaluation(&self, budget: &Budget, seed: u64) -> Result<Learned, Stopped> {
        let _watch = budget.watch();
        let mut rng = Rng::with_seed(seed);
        let first = self.round(0, &mut rng, budget)?;
        let mut lesson = Lesson::new(self, &first);
        lesson.add(&*self.game, first);
        let stop = self.continue_with(&mut lesson, &mut rng, budget);
        Ok(lesson.conclude(self, stop))
    }

    /// Adds round after round.
    fn continue_with(&self, lesson: &mut Lesson, rng: &mut Rng, budget: &Budget) -> StopLearning {
        for number in 1.. {
            if lesson.sequences() >= ENOUGH {
                return StopLearning::Settled;
            }
            if lesson.sequences() >= self.sequences {
                return StopLearning::Sequences;
            }
            if let Some(stop) = lesson.stop(budget) {
                return StopLearning::Budget(stop);
            }
            let before = budget.elapsed();
            match self.round(number, rng, budget) {
                Ok(round) => lesson.add(&*self.game, round),
                Err(_) => return StopLearning::Budget(budget.out_of_time().unwrap_or(Stop::Done)),
            }
            lesson.last_round = budget.elapsed().saturating_sub(before);
        }
        StopLearning::Settled
    }

    /// The sequences of the round with this number.
    fn round(&self, number: u32, rng: &mut Rng, budget: &Budget) -> Result<Vec<Sequence>, Stopped> {
        let (first, largest) = ROUNDS;
        let before = |number: u32| (0..number).map(|n| size(n, first, largest)).sum::<usize>();
        let left = self.sequences.saturating_sub(before(number));
        let count = size(number, first, largest).min(left.max(1));
        let outcomes = Outcomes {
            matches: MATCHES_PER_SEQUENCE,
            threads: self.threads,
        };
        sequences(&*self.game, count, outcomes, rng, budget)
    }
}

/// Rounds grow twofold.
fn size(number: u32, first: usize, largest: usize) -> usize {
    first.checked_shl(number).unwrap_or(largest).min(largest)
}

/// What is known while learning.
struct Lesson {
    facts: Facts,
    pool: Pool,
    /// The features of each fact.
    features_of: Vec<Box<[u32]>>,
    statistics: Statistics,
    training: Vec<Sample>,
    choosing: Vec<Sample>,
    judging: Vec<Sample>,
    memory_bytes: usize,
    last_round: Duration,
}

impl Lesson {
    fn new(simulations: &Simulations, first: &[Sequence]) -> Lesson {
        let game = &*simulations.game;
        let mut facts = Facts::of(game);
        for state in first.iter().flat_map(|sequence| &sequence.states) {
            facts.meet(game, state);
        }
        let known: Vec<_> = facts.known().map(|(_, term)| term.clone()).collect();
        let pool = Pool::of(&simulations.description, &mut facts.words, &known, POOL);
        let statistics = Statistics::new(pool.patterns.len(), game.roles().len());
        let mut lesson = Lesson {
            facts,
            pool,
            features_of: Vec::new(),
            statistics,
            training: Vec::new(),
            choosing: Vec::new(),
            judging: Vec::new(),
            memory_bytes: 0,
            last_round: Duration::ZERO,
        };
        lesson.find_features();
        lesson
    }

    /// Sets the features of all facts known so far.
    fn find_features(&mut self) {
        let count = self.facts.known().map(|(number, _)| number + 1).max();
        self.features_of
            .resize(count.unwrap_or(0) as usize, Box::default());
        for (number, term) in self.facts.known() {
            let features = &mut self.features_of[number as usize];
            if features.is_empty() {
                *features = self.pool.features_of(term).into();
            }
        }
    }

    fn sequences(&self) -> usize {
        self.training.len() + self.choosing.len() + self.judging.len()
    }

    /// Whether the next round, which takes at least as long as the last, would go beyond the budget.
    fn stop(&self, budget: &Budget) -> Option<Stop> {
        let simulations = self.sequences() as u64 * u64::from(MATCHES_PER_SEQUENCE);
        let too_late = budget
            .remaining()
            .is_some_and(|left| left < self.last_round);
        let stop = budget.stop(0, simulations, self.memory_bytes);
        stop.or(too_late.then_some(Stop::Time))
    }

    /// Learns from a round of sequences, and holds some of them out.
    fn add(&mut self, game: &dyn Game, round: Vec<Sequence>) {
        for (at, sequence) in round.into_iter().enumerate() {
            let states: Vec<_> = sequence
                .states
                .iter()
                .map(|state| self.read(game, state))
                .collect();
            let share = at % SHARES;
            if share < SHARES - 3 {
                let features = |fact: &u32| &*self.features_of[*fact as usize];
                let facts = states.iter().map(|facts| facts.iter().map(features));
                self.statistics.add(facts, &sequence.scores);
            }
            let Some(facts) = states.into_iter().next_back() else {
                continue;
            };
            self.memory_bytes += size_of_val(&*facts) + size_of::<Sample>();
            let sample = Sample {
                facts,
                scores: sequence.scores.into(),
            };
            match SHARES - share {
                1 => self.judging.push(sample),
                2 | 3 => self.choosing.push(sample),
                _ => self.training.push(sample),
            }
        }
    }

    /// The numbers of the facts of a state, each with its features known.
    fn read(&mut self, game: &dyn Game, state: &State) -> Box<[u32]> {
        if !self.facts.meet(game, state).is_empty() {
            self.find_features();
        }
        let mut numbers = Vec::new();
        self.facts.numbers(state, &mut numbers);
        numbers.into()
    }

    /// Chooses the features and compiles them.
    fn conclude(self, simulations: &Simulations, stop: StopLearning) -> Learned {
        let facts_of = self.facts_of();
        let game = &simulations.game;
        let roles = game.roles().len();
        let facts = self.features_of.len();
        let held_out = HeldOut::new(&self.choosing, &self.features_of, facts_of.len(), roles);
        let mut weights = vec![0.0; facts * roles];
        let mut constants = Vec::new();
        let mut chosen = Vec::new();
        let mut selections = Vec::new();
        for role in 0..roles {
            let ranked = ranking(&self.statistics, facts_of.len(), role);
            let selection = select(ranked, &self.statistics, &held_out, role);
            let mut of_facts = FactWeights::new(&facts_of, facts, &self.statistics);
            selection
                .chosen
                .iter()
                .for_each(|ranked| of_facts.add(ranked));
            let line = fit(&of_facts, &self.training, role);
            let judged = fit(&of_facts, &self.judging, role).correlation;
            let constant = line.intercept + line.slope * of_facts.constant;
            constants.push(constant as f32);
            for (fact, weight) in of_facts.weights().iter().enumerate() {
                weights[fact * roles + role] = (line.slope * weight) as f32;
            }
            selections.push(RoleReport {
                mean_score: self.mean_score(role),
                constant,
                chosen: selection.chosen.len(),
                candidates: selection.candidates,
                held_out: judged,
                chosen_by: selection.correlation,
                tried: selection.tried.clone(),
            });
            chosen.push((selection, line));
        }
        let features = self.features(&chosen);
        Learned {
            roles: game.roles().to_vec(),
            features: reports(&features, &self.pool, &self.facts),
            selections,
            pool: self.pool.counts.clone(),
            measured: self.pool.patterns.len(),
            sequences: self.training.len(),
            choosing: self.choosing.len(),
            judging: self.judging.len(),
            matches_per_sequence: MATCHES_PER_SEQUENCE,
            stop,
            table: self.table(game, constants, weights, &features),
        }
    }

    /// For each feature the facts that fit.
    fn facts_of(&self) -> Vec<Vec<u32>> {
        let mut facts_of = vec![Vec::new(); self.pool.patterns.len()];
        for (fact, features) in self.features_of.iter().enumerate() {
            for &feature in features {
                facts_of[feature as usize].push(fact as u32);
            }
        }
        facts_of
    }

    fn mean_score(&self, role: usize) -> f64 {
        let sum: f64 = self.training.iter().map(|sample| sample.scores[role]).sum();
        sum / self.training.len().max(1) as f64
    }

    /// What each chosen feature is to each role.
    fn features(&self, chosen: &[(Selection, Line)]) -> Vec<(usize, Vec<Option<Measure>>)> {
        let mut found: FxHashMap<usize, Vec<Option<Measure>>> = FxHashMap::default();
        for (role, (selection, line)) in chosen.iter().enumerate() {
            for ranked in &selection.chosen {
                let (_, deviation) = self.statistics.mean_and_deviation(ranked.feature);
                let measures = found.entry(ranked.feature);
                measures.or_insert_with(|| vec![None; chosen.len()])[role] = Some(Measure {
                    correlation: ranked.correlation,
                    stability: ranked.stability,
                    weight: ranked.weight(),
                    per_fact: line.slope * ranked.weight() / deviation,
                });
            }
        }
        let mut features: Vec<_> = found.into_iter().collect();
        let largest = |measures: &[Option<Measure>]| {
            let weights = measures.iter().flatten().map(|m| m.weight.abs());
            weights.fold(0.0, f64::max)
        };
        features.sort_by(|a, b| largest(&b.1).total_cmp(&largest(&a.1)).then(a.0.cmp(&b.0)));
        features
    }

    fn table(
        self,
        game: &Arc<dyn Game>,
        constants: Vec<f32>,
        weights: Vec<f32>,
        features: &[(usize, Vec<Option<Measure>>)],
    ) -> Table {
        if self.facts.has_bits() {
            let facts: usize = self.training.iter().map(|sample| sample.facts.len()).sum();
            let per_state = facts as f64 / self.training.len().max(1) as f64;
            return table::of_bits(constants, weights, per_state);
        }
        let per_fact = |measure: &Option<Measure>| measure.map_or(0.0, |m| m.per_fact);
        let pattern = |(feature, measures): &(usize, Vec<Option<Measure>>)| {
            let pattern = self.pool.patterns[*feature].clone();
            (pattern, measures.iter().map(per_fact).collect())
        };
        let formula = Formula {
            patterns: features.iter().map(pattern).collect(),
            roles: constants.len(),
            words: self.facts.words,
        };
        table::of_numbers(constants, game.clone(), formula)
    }
}

/// The line from the sum of features to the score.
fn fit(weights: &FactWeights, samples: &[Sample], role: usize) -> Line {
    let values: Vec<f64> = samples.iter().map(|s| weights.sum(&s.facts)).collect();
    let scores: Vec<f64> = samples.iter().map(|s| s.scores[role]).collect();
    line(&values, &scores)
}

fn reports(
    features: &[(usize, Vec<Option<Measure>>)],
    pool: &Pool,
    facts: &Facts,
) -> Vec<FeatureReport> {
    let report = |(feature, measures): &(usize, Vec<Option<Measure>>)| FeatureReport {
        pattern: pool.patterns[*feature].text(&facts.words),
        measures: measures.clone(),
    };
    features.iter().map(report).collect()
}
