//! An evaluation function that was learned, and what it is made of.

use super::pattern::Pattern;
use super::pool::PoolCounts;
use super::simulations::StopLearning;
use super::table::Table;
use super::term::Words;
use senet_engine::State;
use senet_search::Evaluation;

/// An evaluation function and all that is known of how it came about.
pub struct Learned {
    pub(super) table: Table,
    /// The roles, in order.
    pub roles: Vec<String>,
    /// The features that count for some role, those that count most first.
    pub features: Vec<FeatureReport>,
    /// What was chosen for each role, and why.
    pub selections: Vec<RoleReport>,
    /// Where the pool of features came from.
    pub pool: PoolCounts,
    /// How many features were measured.
    pub measured: usize,
    /// Random sequences that features were measured on.
    pub sequences: usize,
    /// Random sequences that were held out to choose features by.
    pub choosing: usize,
    /// Random sequences that were held out from that, too, to tell how good the choice is.
    pub judging: usize,
    /// Random matches played from each sequence.
    pub matches_per_sequence: u32,
    /// What made learning stop.
    pub stop: StopLearning,
}

/// A feature that counts.
#[derive(Clone, PartialEq, Debug)]
pub struct FeatureReport {
    /// Its pattern in GDL.
    pub pattern: String,
    /// What it is to each role; `None` where it was not chosen.
    pub measures: Vec<Option<Measure>>,
}

/// A feature as one role sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measure {
    /// The correlation C with the expected score.
    pub correlation: f64,
    /// The stability S.
    pub stability: f64,
    /// The weight C·S of the normalised value.
    pub weight: f64,
    /// What each fact that fits adds to the expected score.
    pub per_fact: f64,
}

/// How many features a role has, and how good they are.
#[derive(Clone, PartialEq, Debug)]
pub struct RoleReport {
    /// The mean score in the sequences that were learned from.
    pub mean_score: f64,
    /// The expected score of a state in which no feature counts anything, before it is brought within 0 and 1.
    pub constant: f64,
    /// How many features were chosen.
    pub chosen: usize,
    /// Of how many that correlate with the score beyond chance.
    pub candidates: usize,
    /// The correlation with the score in the sequences that nothing was learned from.
    pub held_out: f64,
    /// The correlation with the score in the sequences that features were chosen by.
    pub chosen_by: f64,
    /// The same for each number of features that was tried, from the best in rank on.
    pub tried: Vec<(usize, f64)>,
}

impl Evaluation for Learned {
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
        self.table.evaluate(states, values);
    }

    fn describe(&self) -> String {
        let each = self.roles.iter().zip(&self.selections);
        let each = each.map(|(role, selection)| {
            let (chosen, held_out) = (selection.chosen, selection.held_out);
            format!("{chosen} for {role} (correlation {held_out:.2} where held out)")
        });
        let each: Vec<_> = each.collect();
        format!(
            "features: {}, from {} sequences with {} matches each",
            each.join(", "),
            self.sequences + self.choosing + self.judging,
            self.matches_per_sequence
        )
    }
}

/// The evaluation as patterns with weights: what facts are worth that were never met while learning.
pub struct Formula {
    pub(super) words: Words,
    /// For each pattern, what a fact that fits adds for each role.
    pub(super) patterns: Vec<(Pattern, Box<[f64]>)>,
    pub(super) roles: usize,
}

impl Formula {
    /// What a fact adds for each role.
    pub fn weights_of(&self, text: &str) -> Box<[f32]> {
        let fact = self.words.read_known(text);
        let mut sums = vec![0.0; self.roles];
        for (pattern, weights) in &self.patterns {
            if pattern.fit(&fact).is_some() {
                sums.iter_mut()
                    .zip(weights)
                    .for_each(|(sum, weight)| *sum += weight);
            }
        }
        sums.into_iter().map(|sum| sum as f32).collect()
    }
}
