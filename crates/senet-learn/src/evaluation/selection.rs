//! Feature selection: which features an evaluation uses, and how many.

use super::statistics::{FeatureStatistics, mean_and_variance, variance};

/// A correlation is significant if it exceeds its standard error by this factor.
const SIGNIFICANCE: f64 = 2.0;
/// The minimum number of sequences in which a feature must occur. With fewer, its statistics are unreliable.
const MIN_SEQUENCES: f64 = 10.0;

/// A feature with its statistics for one role.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankedFeature {
    /// The feature.
    pub feature: usize,
    /// The correlation with the score.
    pub correlation: f64,
    /// The stability.
    pub stability: f64,
}

impl RankedFeature {
    /// The rank that features are sorted by.
    pub fn rank(&self) -> f64 {
        self.correlation.abs().min(self.stability)
    }

    /// The weight of the normalised feature value.
    pub fn weight(&self) -> f64 {
        self.correlation * self.stability
    }
}

/// The last state of a sequence.
pub struct TrainingSample {
    /// The numbers of the state's fluents.
    pub fluents: Box<[u32]>,
    /// The score of each role.
    pub scores: Box<[f64]>,
}

/// The selected features of one role.
#[derive(Clone, Debug)]
pub struct FeatureSelection {
    /// The selected features, best first.
    pub chosen: Vec<RankedFeature>,
    /// The number of significant features.
    pub candidates: usize,
    /// The correlation of the evaluation with the held-out scores.
    pub correlation: f64,
    /// The same correlation for each tried number of features.
    pub tried: Vec<(usize, f64)>,
}

/// All features that correlate significantly with the score of a role, best first.
pub fn ranking(statistics: &FeatureStatistics, features: usize, role: usize) -> Vec<RankedFeature> {
    let chance = SIGNIFICANCE / (statistics.sequences().max(1) as f64).sqrt();
    let mut ranked: Vec<RankedFeature> = (0..features)
        .map(|feature| RankedFeature {
            feature,
            correlation: statistics.correlation(feature, role),
            stability: statistics.stability(feature),
        })
        .filter(|ranked| ranked.correlation.abs() > chance && ranked.stability > 0.0)
        .filter(|ranked| statistics.present(ranked.feature) >= MIN_SEQUENCES)
        .collect();
    ranked.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
    ranked
}

/// Selects the best-ranked features, as many as together correlate best with the held-out scores. The number thus
/// depends on the game and on the amount of data.
///
/// A greedy search that swaps features to raise that correlation further does not give better players. In
/// breakthrough, where piece counts help only in pairs, its result lost four of five matches against the plain
/// ranking. Features of exactly the same rank are selected together, since their order would depend on names.
pub fn select(
    mut ranked: Vec<RankedFeature>,
    statistics: &FeatureStatistics,
    held_out: &HeldOut,
    role: usize,
) -> FeatureSelection {
    let mut sum = WeightedSum::new(held_out, role);
    let mut tried = vec![(0, sum.correlation())];
    let mut count = 0;
    for tied in ranked.chunk_by(|a, b| a.rank() == b.rank()) {
        for one in tied {
            let (_, deviation) = statistics.mean_and_deviation(one.feature);
            sum.add(one.feature, one.weight() / deviation);
        }
        count += tied.len();
        tried.push((count, sum.correlation()));
    }
    let better = |best: (usize, f64), next: &(usize, f64)| match next.1 > best.1 {
        true => *next,
        false => best,
    };
    let best = tried.iter().fold((0, 0.0), better);
    ranked.truncate(best.0);
    FeatureSelection {
        chosen: ranked,
        candidates: count,
        correlation: best.1,
        tried,
    }
}

/// Held-out samples by feature.
pub struct HeldOut {
    /// For each feature, the samples in which it is not 0, with its value.
    columns: Vec<Vec<(u32, u32)>>,
    /// For each role, the score of each sample.
    scores: Vec<Vec<f64>>,
}

impl HeldOut {
    /// The values of all features in the samples. `features_of` lists the features of each fluent.
    pub fn new(
        samples: &[TrainingSample],
        features_of: &[Box<[u32]>],
        features: usize,
        roles: usize,
    ) -> HeldOut {
        let mut columns: Vec<Vec<(u32, u32)>> = vec![Vec::new(); features];
        for (number, sample) in samples.iter().enumerate() {
            let features = sample
                .fluents
                .iter()
                .flat_map(|&fluent| &features_of[fluent as usize]);
            for &feature in features {
                let column = &mut columns[feature as usize];
                match column.last_mut() {
                    Some((last, count)) if *last == number as u32 => *count += 1,
                    _ => column.push((number as u32, 1)),
                }
            }
        }
        let scores = |role| samples.iter().map(|sample| sample.scores[role]).collect();
        HeldOut {
            columns,
            scores: (0..roles).map(scores).collect(),
        }
    }
}

/// The weighted sum of some features in each held-out sample.
struct WeightedSum<'a> {
    held_out: &'a HeldOut,
    scores: &'a [f64],
    values: Vec<f64>,
    /// Sums over all samples: values, their squares, and their products with scores.
    sums: (f64, f64, f64),
    mean_score: f64,
    score_variance: f64,
}

impl<'a> WeightedSum<'a> {
    fn new(held_out: &'a HeldOut, role: usize) -> WeightedSum<'a> {
        let scores = &held_out.scores[role];
        let (mean_score, score_variance) = mean_and_variance(scores);
        WeightedSum {
            held_out,
            scores,
            values: vec![0.0; scores.len()],
            sums: (0.0, 0.0, 0.0),
            mean_score,
            score_variance,
        }
    }

    fn add(&mut self, feature: usize, weight: f64) {
        for &(sample, count) in &self.held_out.columns[feature] {
            let at = sample as usize;
            let more = weight * f64::from(count);
            let value = &mut self.values[at];
            self.sums.0 += more;
            self.sums.1 += more * (2.0 * *value + more);
            self.sums.2 += more * self.scores[at];
            *value += more;
        }
    }

    fn correlation(&self) -> f64 {
        let n = self.scores.len().max(1) as f64;
        let (values, squares, products) = self.sums;
        let spread = (variance(values, squares, n) * self.score_variance).sqrt();
        match spread > 1e-12 {
            true => (products / n - values / n * self.mean_score) / spread,
            false => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_features_that_held_out_samples_contradict() {
        // Two features of one fluent each. Both correlate with the score in training, but only the first one in the
        // held-out samples.
        let mut statistics = FeatureStatistics::new(2, 1);
        let (first, second): (&[u32], &[u32]) = (&[0], &[1]);
        for _ in 0..40 {
            statistics.add([vec![first, second]], &[1.0]);
            statistics.add([vec![first]], &[0.9]);
            statistics.add([vec![second]], &[0.2]);
            statistics.add([vec![]], &[0.0]);
        }
        let ranked = ranking(&statistics, 2, 0);
        assert_eq!(ranked.len(), 2);
        let held_out = [
            (vec![0], 1.0),
            (vec![1], 0.0),
            (vec![0, 1], 0.6),
            (vec![], 0.4),
        ];
        let held_out: Vec<TrainingSample> = held_out
            .into_iter()
            .map(|(fluents, score)| TrainingSample {
                fluents: fluents.into(),
                scores: [score].into(),
            })
            .collect();
        let features_of: Vec<Box<[u32]>> = vec![[0].into(), [1].into()];
        let held_out = HeldOut::new(&held_out, &features_of, 2, 1);
        let selection = select(ranked, &statistics, &held_out, 0);
        assert_eq!(selection.chosen.len(), 1);
        assert_eq!(selection.chosen[0].feature, 0);
        let expected = 0.15 / (0.25_f64 * 0.13).sqrt();
        assert!((selection.correlation - expected).abs() < 1e-9);
    }

    #[test]
    fn selects_features_of_equal_rank_together() {
        // Two features, of which exactly one holds.
        let mut statistics = FeatureStatistics::new(2, 1);
        let (first, second): (&[u32], &[u32]) = (&[0], &[1]);
        for _ in 0..32 {
            statistics.add([vec![first]], &[1.0]);
            statistics.add([vec![second]], &[0.5]);
        }
        let ranked = ranking(&statistics, 2, 0);
        let sample = |fluent: u32, score: f64| TrainingSample {
            fluents: [fluent].into(),
            scores: [score].into(),
        };
        let samples = [
            sample(0, 1.0),
            sample(1, 0.0),
            sample(0, 0.9),
            sample(1, 0.4),
        ];
        let features_of: Vec<Box<[u32]>> = vec![[0].into(), [1].into()];
        let held_out = HeldOut::new(&samples, &features_of, 2, 1);
        let selection = select(ranked, &statistics, &held_out, 0);
        assert_eq!(selection.chosen.len(), 2);
        assert_eq!(selection.tried.len(), 2);
    }
}
