//! The training data of an evaluation function, and the steps that turn it into one.

use super::compiled::{self, CompiledEvaluation};
use super::feature_pool::FeaturePool;
use super::fluents::FluentIndex;
use super::learned::{FeatureReport, LearnedEvaluation, Measure, RoleReport, WeightedPatterns};
use super::selection::{FeatureSelection, HeldOut, TrainingSample, ranking, select};
use super::sequences::Sequence;
use super::simulations::StopLearning;
use super::statistics::FeatureStatistics;
use super::weights::{FluentWeights, RegressionLine, regression_line};
use rustc_hash::FxHashMap;
use senet_engine::{Game, State};
use senet_gdl::Description;
use std::sync::Arc;

/// The approximate number of patterns in the pool.
const POOL_SIZE: usize = 20_000;
/// Of this many sequences, two are held out for selection and one for judging.
const SHARES: usize = 8;

/// The training data.
pub struct TrainingData {
    fluents: FluentIndex,
    pool: FeaturePool,
    /// The features of each fluent.
    features_of: Vec<Box<[u32]>>,
    statistics: FeatureStatistics,
    training: Vec<TrainingSample>,
    choosing: Vec<TrainingSample>,
    judging: Vec<TrainingSample>,
    /// The memory of the samples in bytes.
    pub memory_bytes: usize,
}

impl TrainingData {
    /// Creates the feature pool, from the fluents that the game lists or else from the first sequences.
    pub fn new(description: &Description, game: &dyn Game, first: &[Sequence]) -> TrainingData {
        let mut fluents = FluentIndex::of(game);
        for state in first.iter().flat_map(|sequence| &sequence.states) {
            fluents.add_new(game, state);
        }
        let known: Vec<_> = fluents.known().map(|(_, term)| term.clone()).collect();
        let pool = FeaturePool::of(description, &mut fluents.vocabulary, &known, POOL_SIZE);
        let statistics = FeatureStatistics::new(pool.patterns.len(), game.roles().len());
        let mut data = TrainingData {
            fluents,
            pool,
            features_of: Vec::new(),
            statistics,
            training: Vec::new(),
            choosing: Vec::new(),
            judging: Vec::new(),
            memory_bytes: 0,
        };
        let known: Vec<u32> = data.fluents.known().map(|(number, _)| number).collect();
        data.find_features(&known);
        data
    }

    /// Looks up the features of new fluents.
    fn find_features(&mut self, new: &[u32]) {
        for &number in new {
            let at = number as usize;
            if self.features_of.len() <= at {
                self.features_of.resize(at + 1, Box::default());
            }
            if let Some(term) = self.fluents.term(number) {
                self.features_of[at] = self.pool.features_of(term).into();
            }
        }
    }

    /// Adds a round of sequences, and holds some of them out.
    pub fn add(&mut self, game: &dyn Game, round: Vec<Sequence>) {
        for (at, sequence) in round.into_iter().enumerate() {
            let states: Vec<_> = sequence
                .states
                .iter()
                .map(|state| self.read(game, state))
                .collect();
            let share = at % SHARES;
            if share < SHARES - 3 {
                let features = |fluent: &u32| &*self.features_of[*fluent as usize];
                let fluents = states.iter().map(|fluents| fluents.iter().map(features));
                self.statistics.add(fluents, &sequence.scores);
            }
            let Some(fluents) = states.into_iter().next_back() else {
                continue;
            };
            self.memory_bytes += size_of_val(&*fluents) + size_of::<TrainingSample>();
            let sample = TrainingSample {
                fluents,
                scores: sequence.scores.into(),
            };
            match SHARES - share {
                1 => self.judging.push(sample),
                2 | 3 => self.choosing.push(sample),
                _ => self.training.push(sample),
            }
        }
    }

    /// The fluent numbers of a state. The features of each fluent are known afterwards.
    fn read(&mut self, game: &dyn Game, state: &State) -> Box<[u32]> {
        let new = self.fluents.add_new(game, state);
        self.find_features(&new);
        let mut numbers = Vec::new();
        self.fluents.numbers(state, &mut numbers);
        numbers.into()
    }

    /// Selects the features and compiles the evaluation.
    pub fn conclude(
        self,
        game: &Arc<dyn Game>,
        matches_per_sequence: u32,
        stop: StopLearning,
    ) -> LearnedEvaluation {
        let fluents_of = self.fluents_of();
        let roles = game.roles().len();
        let fluents = self.features_of.len();
        let held_out = HeldOut::new(&self.choosing, &self.features_of, fluents_of.len(), roles);
        let mut weights = vec![0.0; fluents * roles];
        let (mut chosen, mut selections) = (Vec::new(), Vec::new());
        for role in 0..roles {
            let ranked = ranking(&self.statistics, fluents_of.len(), role);
            let selection = select(ranked, &self.statistics, &held_out, role);
            let mut of_fluents = FluentWeights::new(&fluents_of, fluents, &self.statistics);
            selection.chosen.iter().for_each(|one| of_fluents.add(one));
            let line = fit_line(&of_fluents, &self.training, role);
            for (fluent, weight) in of_fluents.weights().iter().enumerate() {
                weights[fluent * roles + role] = (line.slope * weight) as f32;
            }
            selections.push(self.report(&selection, &of_fluents, line, role));
            chosen.push((selection, line));
        }
        let features = self.features(&chosen);
        let constants = selections.iter().map(|report| report.constant as f32);
        LearnedEvaluation {
            roles: game.roles().to_vec(),
            features: reports(&features, &self.pool, &self.fluents),
            pool: self.pool.counts.clone(),
            measured: self.pool.patterns.len(),
            sequences: self.training.len(),
            choosing: self.choosing.len(),
            judging: self.judging.len(),
            matches_per_sequence,
            stop,
            compiled: self.compile(game, constants.collect(), weights, &features),
            selections,
        }
    }

    /// The report about the features of a role.
    fn report(
        &self,
        selection: &FeatureSelection,
        weights: &FluentWeights,
        line: RegressionLine,
        role: usize,
    ) -> RoleReport {
        let scores = self.training.iter().map(|sample| sample.scores[role]);
        RoleReport {
            mean_score: scores.sum::<f64>() / self.training.len().max(1) as f64,
            constant: line.intercept + line.slope * weights.constant,
            chosen: selection.chosen.len(),
            candidates: selection.candidates,
            held_out: fit_line(weights, &self.judging, role).correlation,
            chosen_by: selection.correlation,
            tried: selection.tried.clone(),
        }
    }

    /// The matching fluents of each feature.
    fn fluents_of(&self) -> Vec<Vec<u32>> {
        let mut fluents_of = vec![Vec::new(); self.pool.patterns.len()];
        for (fluent, features) in self.features_of.iter().enumerate() {
            for &feature in features {
                fluents_of[feature as usize].push(fluent as u32);
            }
        }
        fluents_of
    }

    /// The selected features with their measures for each role.
    fn features(
        &self,
        chosen: &[(FeatureSelection, RegressionLine)],
    ) -> Vec<(usize, Vec<Option<Measure>>)> {
        let mut found: FxHashMap<usize, Vec<Option<Measure>>> = FxHashMap::default();
        for (role, (selection, line)) in chosen.iter().enumerate() {
            for ranked in &selection.chosen {
                let (_, deviation) = self.statistics.mean_and_deviation(ranked.feature);
                let measures = found.entry(ranked.feature);
                measures.or_insert_with(|| vec![None; chosen.len()])[role] = Some(Measure {
                    correlation: ranked.correlation,
                    stability: ranked.stability,
                    weight: ranked.weight(),
                    per_fluent: line.slope * ranked.weight() / deviation,
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

    fn compile(
        self,
        game: &Arc<dyn Game>,
        constants: Vec<f32>,
        weights: Vec<f32>,
        features: &[(usize, Vec<Option<Measure>>)],
    ) -> CompiledEvaluation {
        if self.fluents.has_bits() {
            let fluents: usize = self
                .training
                .iter()
                .map(|sample| sample.fluents.len())
                .sum();
            let per_state = fluents as f64 / self.training.len().max(1) as f64;
            return compiled::compile_bits(constants, weights, per_state);
        }
        let per_fluent = |measure: &Option<Measure>| measure.map_or(0.0, |m| m.per_fluent);
        let pattern = |(feature, measures): &(usize, Vec<Option<Measure>>)| {
            let pattern = self.pool.patterns[*feature].clone();
            (pattern, measures.iter().map(per_fluent).collect())
        };
        let patterns = WeightedPatterns {
            patterns: features.iter().map(pattern).collect(),
            roles: constants.len(),
            vocabulary: self.fluents.vocabulary,
        };
        compiled::compile_numbers(constants, game.clone(), patterns)
    }
}

/// Fits the regression line from the weighted sum of features to the score.
fn fit_line(weights: &FluentWeights, samples: &[TrainingSample], role: usize) -> RegressionLine {
    let values: Vec<f64> = samples.iter().map(|s| weights.sum(&s.fluents)).collect();
    let scores: Vec<f64> = samples.iter().map(|s| s.scores[role]).collect();
    regression_line(&values, &scores)
}

fn reports(
    features: &[(usize, Vec<Option<Measure>>)],
    pool: &FeaturePool,
    fluents: &FluentIndex,
) -> Vec<FeatureReport> {
    let report = |(feature, measures): &(usize, Vec<Option<Measure>>)| FeatureReport {
        pattern: pool.patterns[*feature].text(&fluents.vocabulary),
        measures: measures.clone(),
    };
    features.iter().map(report).collect()
}
