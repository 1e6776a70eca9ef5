//! From features to a weight for each fact, and from their sum to the expected score.

use super::selection::Ranked;
use super::statistics::{Statistics, mean_and_variance};

/// What each fact adds to an evaluation that counts facts.
pub struct FactWeights<'a> {
    weights: Vec<f64>,
    /// What is added whatever holds.
    pub constant: f64,
    facts_of: &'a [Vec<u32>],
    statistics: &'a Statistics,
}

impl<'a> FactWeights<'a> {
    /// No features yet; for each feature the facts that fit it are given, and how many facts there are.
    pub fn new(facts_of: &'a [Vec<u32>], facts: usize, statistics: &'a Statistics) -> Self {
        FactWeights {
            weights: vec![0.0; facts],
            constant: 0.0,
            facts_of,
            statistics,
        }
    }

    /// Adds a feature, its value normalised to mean 0 and deviation 1.
    pub fn add(&mut self, ranked: &Ranked) {
        let (mean, deviation) = self.statistics.mean_and_deviation(ranked.feature);
        let weight = ranked.weight() / deviation;
        self.constant -= weight * mean;
        for &fact in &self.facts_of[ranked.feature] {
            self.weights[fact as usize] += weight;
        }
    }

    /// The evaluation of a state with these facts.
    pub fn sum(&self, facts: &[u32]) -> f64 {
        let each = facts.iter().map(|&fact| self.weights[fact as usize]);
        self.constant + each.sum::<f64>()
    }

    /// The weight of each fact.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }
}

/// The straight line that predicts scores from values with the least squared error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// The score where the value is 0.
    pub intercept: f64,
    /// How the score grows with the value.
    pub slope: f64,
    /// How well it does.
    pub correlation: f64,
}

/// Fits a line; level at the mean score if values or scores never change.
pub fn line(values: &[f64], scores: &[f64]) -> Line {
    let n = values.len().max(1) as f64;
    let ((mean, spread), (score, score_spread)) =
        (mean_and_variance(values), mean_and_variance(scores));
    let product: f64 = values
        .iter()
        .zip(scores)
        .map(|(v, s)| (v - mean) * (s - score))
        .sum();
    if spread < 1e-12 || score_spread < 1e-12 {
        return Line {
            intercept: score,
            slope: 0.0,
            correlation: 0.0,
        };
    }
    let slope = product / n / spread;
    Line {
        intercept: score - slope * mean,
        slope,
        correlation: product / n / (spread * score_spread).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_fitted() {
        let fitted = line(&[0.0, 1.0, 2.0], &[0.1, 0.3, 0.5]);
        assert!((fitted.intercept - 0.1).abs() < 1e-9 && (fitted.slope - 0.2).abs() < 1e-9);
        assert!((fitted.correlation - 1.0).abs() < 1e-9);
        let level = line(&[1.0, 1.0], &[0.2, 0.4]);
        assert!((level.intercept - 0.3).abs() < 1e-9 && level.slope == 0.0);
    }
}
