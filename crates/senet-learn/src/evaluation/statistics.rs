//! The correlation of features with the goals, and their stability.

/// The weight of the variance within sequences.
const INSTABILITY_WEIGHT: f64 = 10.0;

/// Sums over random sequences, from which correlation and stability are computed.
pub struct FeatureStatistics {
    roles: usize,
    states: f64,
    sequences: f64,
    features: Vec<FeatureSums>,
    /// For each feature and role, the sum of value times score over the last states.
    products: Vec<f64>,
    scores: Vec<f64>,
    squared_scores: Vec<f64>,
    scratch: Scratch,
}

/// The sums of one feature.
#[derive(Clone, Copy, Default)]
struct FeatureSums {
    values: f64,
    squares: f64,
    /// The sum of the variances within sequences.
    within: f64,
    last: f64,
    last_squares: f64,
    /// The number of sequences whose last state has the feature.
    present: f64,
}

/// Counts for the sequence being added. All are zero in between.
#[derive(Default)]
struct Scratch {
    now: Vec<u32>,
    touched_now: Vec<u32>,
    sums: Vec<(u32, u32)>,
    touched: Vec<u32>,
}

impl FeatureStatistics {
    /// Empty statistics.
    pub fn new(features: usize, roles: usize) -> FeatureStatistics {
        FeatureStatistics {
            roles,
            states: 0.0,
            sequences: 0.0,
            features: vec![FeatureSums::default(); features],
            products: vec![0.0; features * roles],
            scores: vec![0.0; roles],
            squared_scores: vec![0.0; roles],
            scratch: Scratch {
                now: vec![0; features],
                sums: vec![(0, 0); features],
                ..Scratch::default()
            },
        }
    }

    /// The number of sequences.
    pub fn sequences(&self) -> usize {
        self.sequences as usize
    }

    /// Adds a sequence: the features of each fluent of each state, in order, and the score of each role at the end.
    pub fn add<'a, F>(&mut self, states: impl IntoIterator<Item = F>, scores: &[f64])
    where
        F: IntoIterator<Item = &'a [u32]>,
    {
        let mut length = 0;
        for fluents in states {
            length += 1;
            self.scratch.clear_state();
            fluents
                .into_iter()
                .for_each(|features| self.scratch.count(features));
            self.scratch.add_state();
        }
        if length == 0 {
            return;
        }
        self.states += f64::from(length);
        self.sequences += 1.0;
        self.add_last(scores);
        self.add_within(length);
    }

    /// Adds the counts of the last state.
    fn add_last(&mut self, scores: &[f64]) {
        for (role, score) in scores.iter().enumerate() {
            self.scores[role] += score;
            self.squared_scores[role] += score * score;
        }
        for &feature in &self.scratch.touched_now {
            let at = feature as usize;
            let value = f64::from(self.scratch.now[at]);
            self.features[at].last += value;
            self.features[at].last_squares += value * value;
            self.features[at].present += 1.0;
            let products = &mut self.products[at * self.roles..(at + 1) * self.roles];
            for (product, score) in products.iter_mut().zip(scores) {
                *product += value * score;
            }
        }
        self.scratch.clear_state();
    }

    /// Adds the sums over all states of the sequence.
    fn add_within(&mut self, length: u32) {
        let length = f64::from(length);
        for &feature in &self.scratch.touched {
            let at = feature as usize;
            let (sum, squares) = std::mem::take(&mut self.scratch.sums[at]);
            let (sum, squares) = (f64::from(sum), f64::from(squares));
            let sums = &mut self.features[at];
            sums.values += sum;
            sums.squares += squares;
            sums.within += (squares / length - (sum / length).powi(2)).max(0.0);
        }
        self.scratch.touched.clear();
    }

    /// The correlation of a feature in the last states with the score of a role; 0 if one of them is constant.
    pub fn correlation(&self, feature: usize, role: usize) -> f64 {
        let sums = &self.features[feature];
        let n = self.sequences;
        let product = self.products[feature * self.roles + role];
        let covariance = product / n - sums.last / n * (self.scores[role] / n);
        let spread = (variance(sums.last, sums.last_squares, n)
            * variance(self.scores[role], self.squared_scores[role], n))
        .sqrt();
        match spread > 1e-12 {
            true => (covariance / spread).clamp(-1.0, 1.0),
            false => 0.0,
        }
    }

    /// The number of last states in which a feature is not 0.
    pub fn present(&self, feature: usize) -> f64 {
        self.features[feature].present
    }

    /// The stability of a feature: the share of its variance that does not come from changes within sequences.
    pub fn stability(&self, feature: usize) -> f64 {
        let sums = &self.features[feature];
        let total = variance(sums.values, sums.squares, self.states);
        let within = sums.within / self.sequences;
        match total > 1e-12 {
            true => total / (total + INSTABILITY_WEIGHT * within),
            false => 0.0,
        }
    }

    /// The mean and standard deviation of a feature in the last states.
    pub fn mean_and_deviation(&self, feature: usize) -> (f64, f64) {
        let sums = &self.features[feature];
        let n = self.sequences;
        (
            sums.last / n,
            variance(sums.last, sums.last_squares, n).sqrt(),
        )
    }
}

impl Scratch {
    fn count(&mut self, features: &[u32]) {
        for &feature in features {
            let count = &mut self.now[feature as usize];
            if *count == 0 {
                self.touched_now.push(feature);
            }
            *count += 1;
        }
    }

    fn add_state(&mut self) {
        for &feature in &self.touched_now {
            let count = self.now[feature as usize];
            let (sum, squares) = &mut self.sums[feature as usize];
            if *sum == 0 {
                self.touched.push(feature);
            }
            *sum += count;
            *squares += count * count;
        }
    }

    fn clear_state(&mut self) {
        for feature in self.touched_now.drain(..) {
            self.now[feature as usize] = 0;
        }
    }
}

/// The variance of `n` numbers with this sum and sum of squares.
pub fn variance(sum: f64, squares: f64, n: f64) -> f64 {
    (squares / n - (sum / n).powi(2)).max(0.0)
}

/// The mean and variance of numbers; 0 if there are none.
pub fn mean_and_variance(numbers: &[f64]) -> (f64, f64) {
    let n = numbers.len().max(1) as f64;
    let sum: f64 = numbers.iter().sum();
    let squares: f64 = numbers.iter().map(|number| number * number).sum();
    (sum / n, variance(sum, squares, n))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Statistics of one feature with these values, and of one role with these scores.
    fn of_values(sequences: &[(&[usize], f64)]) -> FeatureStatistics {
        let mut statistics = FeatureStatistics::new(1, 1);
        let fluent: &[u32] = &[0];
        for (values, score) in sequences {
            let states = values.iter().map(|&value| vec![fluent; value]);
            statistics.add(states, &[*score]);
        }
        statistics
    }

    #[track_caller]
    fn check(sequences: &[(&[usize], f64)], correlation: f64, stability: f64) {
        let statistics = of_values(sequences);
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let (c, s) = (statistics.correlation(0, 0), statistics.stability(0));
        assert!(close(c, correlation), "correlation {c}, not {correlation}");
        assert!(close(s, stability), "stability {s}, not {stability}");
    }

    #[test]
    fn constant_features_and_scores_have_no_correlation() {
        check(&[(&[1, 1], 0.0), (&[1, 1], 1.0)], 0.0, 0.0);
        check(&[(&[0, 0], 0.0), (&[0, 0], 1.0)], 0.0, 0.0);
        check(&[(&[0, 0], 0.5), (&[1, 1], 0.5)], 0.0, 1.0);
    }

    #[test]
    fn stable_correlated_features_rate_best() {
        check(&[(&[0, 0], 0.0), (&[2, 2], 1.0)], 1.0, 1.0);
        check(&[(&[0, 0], 1.0), (&[2, 2], 0.0)], -1.0, 1.0);
    }

    #[test]
    fn features_that_alternate_within_sequences_are_unstable() {
        // All states: 0, 1, 0, 1 with variance 1/4, and 1/4 within each sequence: 0.25 / (0.25 + 2.5).
        check(&[(&[0, 1], 1.0), (&[1, 0], 0.0)], 1.0, 1.0 / 11.0);
    }

    #[test]
    fn matches_values_computed_by_hand() {
        // Last values 1, 2, 3 with mean 2 and variance 2/3; scores 0, 1, 0.5 with mean 1/2 and variance 1/6;
        // covariance 1/6. All values 0, 1, 2, 2, 1, 3: mean 3/2, variance 19/6 - 9/4 = 11/12; within 1/4, 0, 1: mean
        // 5/12.
        let total = 11.0 / 12.0;
        check(
            &[(&[0, 1], 0.0), (&[2, 2], 1.0), (&[1, 3], 0.5)],
            0.5,
            total / (total + 50.0 / 12.0),
        );
    }
}
