//! A learned evaluation function with its features.

use super::compiled::CompiledEvaluation;
use super::feature_pool::PoolCounts;
use super::pattern::FluentPattern;
use super::simulations::StopLearning;
use super::term::Vocabulary;
use senet_engine::State;
use senet_search::Evaluator;

/// A learned evaluation function, with the data about how it was learned.
///
/// [`SimulationLearner::evaluation`](super::SimulationLearner::evaluation) creates it.
///
/// ```
/// use senet_engine::{LoadOptions, load};
/// use senet_gdl::Sheet;
/// use senet_learn::SimulationLearner;
/// use senet_search::Budget;
/// use std::sync::Arc;
///
/// let rules = senet_library::find("connect-four").unwrap().rules;
/// let loaded = load(&Sheet::read(rules), &LoadOptions::default()).unwrap();
/// let mut learner = SimulationLearner::new(Arc::new(loaded.description), loaded.game.into());
/// learner.sequences = 200;
/// let learned = learner.evaluation(&Budget::unlimited(), 1).unwrap();
/// assert_eq!(learned.roles, ["yellow", "red"]);
/// for feature in &learned.features {
///     println!("{}: {:?}", feature.pattern, feature.measures);
/// }
/// ```
pub struct LearnedEvaluation {
    pub(super) compiled: CompiledEvaluation,
    /// The roles in order.
    pub roles: Vec<String>,
    /// The selected features, those with the largest weight first.
    pub features: Vec<FeatureReport>,
    /// The feature selection of each role.
    pub selections: Vec<RoleReport>,
    /// The origin of the features in the pool.
    pub pool: PoolCounts,
    /// The number of features measured.
    pub measured: usize,
    /// The number of sequences in the training set.
    pub sequences: usize,
    /// The number of held-out sequences used to select features.
    pub choosing: usize,
    /// The number of held-out sequences used to judge the selection.
    pub judging: usize,
    /// The number of playouts per sequence.
    pub matches_per_sequence: u32,
    /// The reason why learning stopped.
    pub stop: StopLearning,
}

/// A selected feature.
#[derive(Clone, PartialEq, Debug)]
pub struct FeatureReport {
    /// The pattern in GDL.
    pub pattern: String,
    /// The measures for each role; `None` if the role does not use the feature.
    pub measures: Vec<Option<Measure>>,
}

/// The measures of a feature for one role.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measure {
    /// The correlation C with the expected score.
    pub correlation: f64,
    /// The stability S.
    pub stability: f64,
    /// The weight C·S of the normalised value.
    pub weight: f64,
    /// The contribution of each matching fluent to the expected score.
    pub per_fluent: f64,
}

/// The feature selection of one role.
#[derive(Clone, PartialEq, Debug)]
pub struct RoleReport {
    /// The mean score in the training set.
    pub mean_score: f64,
    /// The constant term of the evaluation, before the result is clamped to 0 to 1.
    pub constant: f64,
    /// The number of selected features.
    pub chosen: usize,
    /// The number of candidates, which correlate significantly with the score.
    pub candidates: usize,
    /// The correlation with the score in the sequences held out for judging.
    pub held_out: f64,
    /// The correlation with the score in the sequences used for selection.
    pub chosen_by: f64,
    /// The same correlation for each tried number of features, in the order of their rank.
    pub tried: Vec<(usize, f64)>,
}

impl Evaluator for LearnedEvaluation {
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
        self.compiled.evaluate(states, values);
    }

    fn describe(&self) -> String {
        let each = self.roles.iter().zip(&self.selections);
        let each = each.map(|(role, selection)| {
            let (chosen, held_out) = (selection.chosen, selection.held_out);
            format!("{chosen} for {role} (held-out correlation {held_out:.2})")
        });
        let each: Vec<_> = each.collect();
        format!(
            "features: {}, from {} sequences with {} playouts each",
            each.join(", "),
            self.sequences + self.choosing + self.judging,
            self.matches_per_sequence
        )
    }
}

/// The evaluation as weighted patterns. It gives weights to fluents that never occurred during learning.
pub struct WeightedPatterns {
    pub(super) vocabulary: Vocabulary,
    /// The weights of a matching fluent for each role, per pattern.
    pub(super) patterns: Vec<(FluentPattern, Box<[f64]>)>,
    pub(super) roles: usize,
}

impl WeightedPatterns {
    /// The weights of a fluent for each role.
    pub fn weights_of(&self, text: &str) -> Box<[f32]> {
        let fluent = self.vocabulary.read_known(text);
        let mut sums = vec![0.0; self.roles];
        for (pattern, weights) in &self.patterns {
            if pattern.match_fluent(&fluent).is_some() {
                sums.iter_mut()
                    .zip(weights)
                    .for_each(|(sum, weight)| *sum += weight);
            }
        }
        sums.into_iter().map(|sum| sum as f32).collect()
    }
}
