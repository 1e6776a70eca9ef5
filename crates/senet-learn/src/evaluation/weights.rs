//! Turns features into weights per fluent, and their sum into the expected score.

use super::selection::RankedFeature;
use super::statistics::{FeatureStatistics, mean_and_variance};

/// The weight of each fluent in an evaluation.
pub struct FluentWeights<'a> {
    weights: Vec<f64>,
    /// The constant term.
    pub constant: f64,
    fluents_of: &'a [Vec<u32>],
    statistics: &'a FeatureStatistics,
}

impl<'a> FluentWeights<'a> {
    /// Weights without features. `fluents_of` lists the matching fluents of each feature.
    pub fn new(
        fluents_of: &'a [Vec<u32>],
        fluents: usize,
        statistics: &'a FeatureStatistics,
    ) -> Self {
        FluentWeights {
            weights: vec![0.0; fluents],
            constant: 0.0,
            fluents_of,
            statistics,
        }
    }

    /// Adds a feature, normalised to mean 0 and deviation 1.
    pub fn add(&mut self, ranked: &RankedFeature) {
        let (mean, deviation) = self.statistics.mean_and_deviation(ranked.feature);
        let weight = ranked.weight() / deviation;
        self.constant -= weight * mean;
        for &fluent in &self.fluents_of[ranked.feature] {
            self.weights[fluent as usize] += weight;
        }
    }

    /// The evaluation of a state with these fluents.
    pub fn sum(&self, fluents: &[u32]) -> f64 {
        let each = fluents.iter().map(|&fluent| self.weights[fluent as usize]);
        self.constant + each.sum::<f64>()
    }

    /// The weight of each fluent.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }
}

/// A regression line: it predicts scores from values with the least squared error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RegressionLine {
    /// The score at value 0.
    pub intercept: f64,
    /// The slope.
    pub slope: f64,
    /// The correlation of values and scores.
    pub correlation: f64,
}

/// Fits a line. It is horizontal at the mean score if values or scores are constant.
pub fn regression_line(values: &[f64], scores: &[f64]) -> RegressionLine {
    let n = values.len().max(1) as f64;
    let ((mean, spread), (score, score_spread)) =
        (mean_and_variance(values), mean_and_variance(scores));
    let product: f64 = values
        .iter()
        .zip(scores)
        .map(|(v, s)| (v - mean) * (s - score))
        .sum();
    if spread < 1e-12 || score_spread < 1e-12 {
        return RegressionLine {
            intercept: score,
            slope: 0.0,
            correlation: 0.0,
        };
    }
    let slope = product / n / spread;
    RegressionLine {
        intercept: score - slope * mean,
        slope,
        correlation: product / n / (spread * score_spread).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fits_regression_lines() {
        let fitted = regression_line(&[0.0, 1.0, 2.0], &[0.1, 0.3, 0.5]);
        assert!((fitted.intercept - 0.1).abs() < 1e-9 && (fitted.slope - 0.2).abs() < 1e-9);
        assert!((fitted.correlation - 1.0).abs() < 1e-9);
        let level = regression_line(&[1.0, 1.0], &[0.2, 0.4]);
        assert!((level.intercept - 0.3).abs() < 1e-9 && level.slope == 0.0);
    }
}
