//! Which features an evaluation is made of, and how many.

use super::statistics::{Statistics, mean_and_variance, variance};

/// A correlation has to be so many times its standard error to count at all.
const SIGNIFICANT: f64 = 2.0;
/// A feature has to be met in so many sequences to count at all: of fewer, correlation and stability tell nothing.
const FEWEST: f64 = 10.0;

/// What is known of a feature for one role.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ranked {
    /// The feature.
    pub feature: usize,
    /// How it goes with the score.
    pub correlation: f64,
    /// How little it goes back and forth.
    pub stability: f64,
}

impl Ranked {
    /// What features are ordered by.
    pub fn rank(&self) -> f64 {
        self.correlation.abs().min(self.stability)
    }

    /// How much the normalised value of the feature counts.
    pub fn weight(&self) -> f64 {
        self.correlation * self.stability
    }
}

/// The last state of a sequence.
pub struct Sample {
    /// The numbers of its facts.
    pub facts: Box<[u32]>,
    /// The score of each role.
    pub scores: Box<[f64]>,
}

/// The features for one role.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Those that are taken, the best first.
    pub chosen: Vec<Ranked>,
    /// How many correlate with the score beyond chance.
    pub candidates: usize,
    /// The correlation of the whole with the scores held out.
    pub correlation: f64,
    /// The same for each number of features that was tried.
    pub tried: Vec<(usize, f64)>,
}

/// All features that correlate with the score of a role beyond chance, the best first.
pub fn ranking(statistics: &Statistics, features: usize, role: usize) -> Vec<Ranked> {
    let chance = SIGNIFICANT / (statistics.sequences().max(1) as f64).sqrt();
    let mut ranked: Vec<Ranked> = (0..features)
        .map(|feature| Ranked {
            feature,
            correlation: statistics.correlation(feature, role),
            stability: statistics.stability(feature),
        })
        .filter(|ranked| ranked.correlation.abs() > chance && ranked.stability > 0.0)
        .filter(|ranked| statistics.present(ranked.feature) >= FEWEST)
        .collect();
    ranked.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
    ranked
}

/// Takes as many of the ranked features, from the best on, as together correlate best with the scores held out. So their number follows
/// from the game and from how much was learned of it.
///
/// Taking out and in whatever makes that correlation still better does not make better players: in breakthrough, where piece counts only
/// help in pairs, what came of it lost four matches of five against the plain ranking. Features of exactly the same rank are taken
/// together, since their order would be one of names.
pub fn select(
    mut ranked: Vec<Ranked>,
    statistics: &Statistics,
    held_out: &HeldOut,
    role: usize,
) -> Selection {
    let mut sum = Sum::new(held_out, role);
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
    Selection {
        chosen: ranked,
        candidates: count,
        correlation: best.1,
        tried,
    }
}

/// Samples that features were not measured on, by feature.
pub struct HeldOut {
    /// For each feature, the samples in which it is not 0, with its value.
    columns: Vec<Vec<(u32, u32)>>,
    /// For each role, the score of each sample.
    scores: Vec<Vec<f64>>,
}

impl HeldOut {
    /// The values of so many features, each fact given with the features that it counts for.
    pub fn new(
        samples: &[Sample],
        features_of: &[Box<[u32]>],
        features: usize,
        roles: usize,
    ) -> HeldOut {
        let mut columns: Vec<Vec<(u32, u32)>> = vec![Vec::new(); features];
        for (number, sample) in samples.iter().enumerate() {
            let features = sample
                .facts
                .iter()
                .flat_map(|&fact| &features_of[fact as usize]);
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

/// The sum of some weighted features in each sample held out.
struct Sum<'a> {
    held_out: &'a HeldOut,
    scores: &'a [f64],
    values: Vec<f64>,
    /// Sums over all samples: of values, their squares, and their products with scores.
    sums: (f64, f64, f64),
    mean_score: f64,
    score_variance: f64,
}

impl<'a> Sum<'a> {
    fn new(held_out: &'a HeldOut, role: usize) -> Sum<'a> {
        let scores = &held_out.scores[role];
        let (mean_score, score_variance) = mean_and_variance(scores);
        Sum {
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
    fn what_the_held_out_states_contradict_is_left_out() {
        // Two features of one fact each. In training both go with the score; among the states held out only the first does.
        let mut statistics = Statistics::new(2, 1);
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
        let held_out: Vec<Sample> = held_out
            .into_iter()
            .map(|(facts, score)| Sample {
                facts: facts.into(),
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
    fn features_of_the_same_rank_are_taken_together() {
        // Two features of which always one holds.
        let mut statistics = Statistics::new(2, 1);
        let (first, second): (&[u32], &[u32]) = (&[0], &[1]);
        for _ in 0..32 {
            statistics.add([vec![first]], &[1.0]);
            statistics.add([vec![second]], &[0.5]);
        }
        let ranked = ranking(&statistics, 2, 0);
        let sample = |fact: u32, score: f64| Sample {
            facts: [fact].into(),
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
