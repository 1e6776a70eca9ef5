//! What is known while an evaluation function is learned, and how it is put together in the end.

use super::facts::Facts;
use super::learned::{FeatureReport, Formula, Learned, Measure, RoleReport};
use super::pool::Pool;
use super::selection::{HeldOut, Sample, Selection, ranking, select};
use super::sequences::Sequence;
use super::simulations::StopLearning;
use super::statistics::Statistics;
use super::table::{self, Table};
use super::weights::{FactWeights, Line, line};
use rustc_hash::FxHashMap;
use senet_engine::{Game, State};
use senet_gdl::Description;
use std::sync::Arc;

/// Patterns in the pool, about.
const POOL: usize = 20_000;
/// Of so many sequences two are held out to choose features by, and one to tell how good the choice is.
const SHARES: usize = 8;

/// What is known while learning.
pub struct Lesson {
    facts: Facts,
    pool: Pool,
    /// The features of each fact.
    features_of: Vec<Box<[u32]>>,
    statistics: Statistics,
    training: Vec<Sample>,
    choosing: Vec<Sample>,
    judging: Vec<Sample>,
    /// What the samples take.
    pub memory_bytes: usize,
}

impl Lesson {
    /// The pool of features, with the facts that the game knows or else those of the first sequences.
    pub fn new(description: &Description, game: &dyn Game, first: &[Sequence]) -> Lesson {
        let mut facts = Facts::of(game);
        for state in first.iter().flat_map(|sequence| &sequence.states) {
            facts.meet(game, state);
        }
        let known: Vec<_> = facts.known().map(|(_, term)| term.clone()).collect();
        let pool = Pool::of(description, &mut facts.words, &known, POOL);
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
        };
        let known: Vec<u32> = lesson.facts.known().map(|(number, _)| number).collect();
        lesson.find_features(&known);
        lesson
    }

    /// Sets the features of new facts.
    fn find_features(&mut self, new: &[u32]) {
        for &number in new {
            let at = number as usize;
            if self.features_of.len() <= at {
                self.features_of.resize(at + 1, Box::default());
            }
            if let Some(term) = self.facts.term(number) {
                self.features_of[at] = self.pool.features_of(term).into();
            }
        }
    }

    /// Learns from a round of sequences, and holds some of them out.
    pub fn add(&mut self, game: &dyn Game, round: Vec<Sequence>) {
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
        let new = self.facts.meet(game, state);
        self.find_features(&new);
        let mut numbers = Vec::new();
        self.facts.numbers(state, &mut numbers);
        numbers.into()
    }

    /// Chooses the features and compiles them.
    pub fn conclude(
        self,
        game: &Arc<dyn Game>,
        matches_per_sequence: u32,
        stop: StopLearning,
    ) -> Learned {
        let facts_of = self.facts_of();
        let roles = game.roles().len();
        let facts = self.features_of.len();
        let held_out = HeldOut::new(&self.choosing, &self.features_of, facts_of.len(), roles);
        let mut weights = vec![0.0; facts * roles];
        let (mut chosen, mut selections) = (Vec::new(), Vec::new());
        for role in 0..roles {
            let ranked = ranking(&self.statistics, facts_of.len(), role);
            let selection = select(ranked, &self.statistics, &held_out, role);
            let mut of_facts = FactWeights::new(&facts_of, facts, &self.statistics);
            selection.chosen.iter().for_each(|one| of_facts.add(one));
            let line = fit(&of_facts, &self.training, role);
            for (fact, weight) in of_facts.weights().iter().enumerate() {
                weights[fact * roles + role] = (line.slope * weight) as f32;
            }
            selections.push(self.report(&selection, &of_facts, line, role));
            chosen.push((selection, line));
        }
        let features = self.features(&chosen);
        let constants = selections.iter().map(|report| report.constant as f32);
        Learned {
            roles: game.roles().to_vec(),
            features: reports(&features, &self.pool, &self.facts),
            pool: self.pool.counts.clone(),
            measured: self.pool.patterns.len(),
            sequences: self.training.len(),
            choosing: self.choosing.len(),
            judging: self.judging.len(),
            matches_per_sequence,
            stop,
            table: self.table(game, constants.collect(), weights, &features),
            selections,
        }
    }

    /// What is told about the features of a role.
    fn report(
        &self,
        selection: &Selection,
        weights: &FactWeights,
        line: Line,
        role: usize,
    ) -> RoleReport {
        let scores = self.training.iter().map(|sample| sample.scores[role]);
        RoleReport {
            mean_score: scores.sum::<f64>() / self.training.len().max(1) as f64,
            constant: line.intercept + line.slope * weights.constant,
            chosen: selection.chosen.len(),
            candidates: selection.candidates,
            held_out: fit(weights, &self.judging, role).correlation,
            chosen_by: selection.correlation,
            tried: selection.tried.clone(),
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
