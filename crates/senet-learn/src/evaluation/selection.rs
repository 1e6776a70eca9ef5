//! Which features an evaluation is made of, and how many.

use super::statistics::{Statistics, variance};

/// A correlation has to be so many times its standard error to count at all.
const SIGNIFICANT: f64 = 2.0;

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
    /// For each number of features tried, the correlation of the whole evaluation with the score of states that were held out.
    pub tried: Vec<(usize, f64)>,
    /// That correlation for the number that was taken.
    pub held_out: f64,
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
        .collect();
    ranked.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
    ranked
}

/// Takes as many of the ranked features as correlate best with the scores held out.
pub fn select(
    ranked: Vec<Ranked>,
    weights: &mut FactWeights,
    held_out: &[Sample],
    role: usize,
) -> Selection {
    let scores: Vec<f64> = held_out.iter().map(|sample| sample.scores[role]).collect();
    let mut tried = Vec::new();
    let mut taken = 0;
    for count in counts(&ranked) {
        ranked[taken..count].iter().for_each(|r| weights.add(r));
        taken = count;
        let values: Vec<f64> = held_out.iter().map(|s| weights.sum(&s.facts)).collect();
        tried.push((count, line(&values, &scores).correlation));
    }
    let best = tried
        .iter()
        .copied()
        .fold((0, 0.0), |best, next| match next.1 > best.1 {
            true => next,
            false => best,
        });
    let mut chosen = ranked;
    let candidates = chosen.len();
    chosen.truncate(best.0);
    weights.clear();
    chosen.iter().for_each(|ranked| weights.add(ranked));
    Selection {
        chosen,
        candidates,
        tried,
        held_out: best.1,
    }
}

/// The numbers of features that are tried: each about a third more than the one before, never between two features of the same rank,
/// since their order would be one of names.
fn counts(ranked: &[Ranked]) -> Vec<usize> {
    let mut counts = Vec::new();
    let mut next = 1;
    while next <= ranked.len() {
        let tied = |at: &usize| ranked[*at].rank() == ranked[next - 1].rank();
        let count = next + (next..ranked.len()).take_while(tied).count();
        counts.push(count);
        next = (count + 1).max(count + count / 3);
    }
    if counts.last().is_some_and(|&last| last < ranked.len()) {
        counts.push(ranked.len());
    }
    counts
}

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
    fn add(&mut self, ranked: &Ranked) {
        let (mean, deviation) = self.statistics.mean_and_deviation(ranked.feature);
        let weight = ranked.weight() / deviation;
        self.constant -= weight * mean;
        for &fact in &self.facts_of[ranked.feature] {
            self.weights[fact as usize] += weight;
        }
    }

    fn clear(&mut self) {
        self.weights.fill(0.0);
        self.constant = 0.0;
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
    let sums = |numbers: &[f64]| {
        let sum: f64 = numbers.iter().sum();
        let squares: f64 = numbers.iter().map(|number| number * number).sum();
        (sum / n, variance(sum, squares, n))
    };
    let ((mean, spread), (score, score_spread)) = (sums(values), sums(scores));
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

    fn ranked(ranks: &[f64]) -> Vec<Ranked> {
        let one = |(feature, &correlation): (usize, &f64)| Ranked {
            feature,
            correlation,
            stability: 1.0,
        };
        ranks.iter().enumerate().map(one).collect()
    }

    #[test]
    fn features_of_the_same_rank_are_tried_together() {
        assert_eq!(counts(&ranked(&[])), Vec::<usize>::new());
        assert_eq!(counts(&ranked(&[0.9, 0.8, -0.8, 0.5])), [1, 3, 4]);
        assert_eq!(counts(&ranked(&[0.5, -0.5])), [2]);
        let many: Vec<f64> = (0..14).map(|n| 1.0 / f64::from(n + 2)).collect();
        assert_eq!(counts(&ranked(&many)), [1, 2, 3, 4, 5, 6, 8, 10, 13, 14]);
    }

    #[test]
    fn lines_are_fitted() {
        let fitted = line(&[0.0, 1.0, 2.0], &[0.1, 0.3, 0.5]);
        assert!((fitted.intercept - 0.1).abs() < 1e-9 && (fitted.slope - 0.2).abs() < 1e-9);
        assert!((fitted.correlation - 1.0).abs() < 1e-9);
        let level = line(&[1.0, 1.0], &[0.2, 0.4]);
        assert!((level.intercept - 0.3).abs() < 1e-9 && level.slope == 0.0);
    }

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
        let facts_of = [vec![0], vec![1]];
        let mut weights = FactWeights::new(&facts_of, 2, &statistics);
        let held_out: Vec<Sample> = [
            (vec![0], 1.0),
            (vec![1], 0.0),
            (vec![0, 1], 0.6),
            (vec![], 0.4),
        ]
        .into_iter()
        .map(|(facts, score)| Sample {
            facts: facts.into(),
            scores: [score].into(),
        })
        .collect();
        let selection = select(ranked, &mut weights, &held_out, 0);
        assert_eq!(selection.chosen.len(), 1);
        assert_eq!(selection.chosen[0].feature, 0);
        assert_eq!(weights.weights()[1], 0.0);
    }
}
