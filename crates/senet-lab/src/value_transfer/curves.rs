//! What learners scored, match by match, over all trials.

use crate::stats;
use senet_learn::td::transfer::TransferCounts;

/// Matches over which scores are averaged.
pub const WINDOW: usize = 100;

/// The scores of learners with the same experience, one row a trial, and what they knew of what they met.
pub struct Learners {
    /// Matches of the source game that were learned from.
    pub experience: usize,
    /// For each trial, the goals of all matches in order.
    pub goals: Vec<Vec<f32>>,
    /// For each trial, what the learner knew from the source.
    pub counts: Vec<TransferCounts>,
}

impl Learners {
    /// Nobody so far.
    pub fn new(experience: usize) -> Learners {
        Learners {
            experience,
            goals: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// How many afterstates that a learner went to had values from the source, on average.
    pub fn transferred(&self) -> f64 {
        self.mean(|counts| counts.visited_known as f64)
    }

    /// What share of the afterstates that a learner went to, each counted once.
    pub fn share(&self) -> f64 {
        self.mean(TransferCounts::share)
    }

    /// What share of all visits.
    pub fn hit_rate(&self) -> f64 {
        self.mean(TransferCounts::hit_rate)
    }

    fn mean(&self, of: impl Fn(&TransferCounts) -> f64) -> f64 {
        self.counts.iter().map(of).sum::<f64>() / self.counts.len().max(1) as f64
    }

    /// For each trial, the mean goal of the matches of the window that ends with this match.
    pub fn window(&self, end: usize) -> Vec<f64> {
        let start = end.saturating_sub(WINDOW);
        let mean = |goals: &Vec<f32>| {
            let goals = &goals[start.min(goals.len())..end.min(goals.len())];
            let sum: f64 = goals.iter().map(|&goal| f64::from(goal)).sum();
            sum / goals.len().max(1) as f64
        };
        self.goals.iter().map(mean).collect()
    }

    /// The averaged curve: at each of these matches, the mean over trials and half the width of its 95 % interval.
    pub fn curve(&self, points: &[usize]) -> Vec<(usize, f64, f64)> {
        let at = |&end: &usize| {
            let window = self.window(end);
            let error = (stats::variance(&window) / self.goals.len().max(1) as f64).sqrt();
            (end, stats::mean(&window), stats::Z * error)
        };
        points.iter().map(at).collect()
    }
}

/// How a learner with experience compares with one from scratch at a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurveComparison {
    /// The last match of the window.
    pub at: usize,
    /// The mean of the learner with experience.
    pub mean: f64,
    /// The mean of the one from scratch.
    pub scratch: f64,
    /// The probability of such a lead by chance.
    pub p_better: f64,
    /// The probability of such a lag by chance.
    pub p_worse: f64,
}

impl CurveComparison {
    /// Significantly better, at 95 %.
    pub fn is_better(&self) -> bool {
        self.p_better < 0.05
    }

    /// Significantly worse, at 95 %.
    pub fn is_worse(&self) -> bool {
        self.p_worse < 0.05
    }
}

/// Compares two learners at points.
pub fn compare(learners: &Learners, scratch: &Learners, points: &[usize]) -> Vec<CurveComparison> {
    let at = |&at: &usize| {
        let (one, other) = (learners.window(at), scratch.window(at));
        CurveComparison {
            at,
            mean: stats::mean(&one),
            scratch: stats::mean(&other),
            p_better: stats::larger(&one, &other),
            p_worse: stats::larger(&other, &one),
        }
    };
    points.iter().map(at).collect()
}

/// The last point up to which all comparisons from the first on are significantly better, if the first is.
pub fn better_until(comparisons: &[CurveComparison]) -> Option<usize> {
    let better = comparisons.iter().take_while(|c| c.is_better());
    better.last().map(|comparison| comparison.at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learners(goals: Vec<Vec<f32>>) -> Learners {
        Learners {
            experience: 0,
            counts: vec![TransferCounts::default(); goals.len()],
            goals,
        }
    }

    #[test]
    fn windows_slide() {
        let rising: Vec<f32> = (0..300)
            .map(|n| if n < 150 { 0.0 } else { 100.0 })
            .collect();
        let one = learners(vec![rising]);
        assert_eq!(one.window(100), [0.0]);
        assert_eq!(one.window(200), [50.0]);
        assert_eq!(one.window(300), [100.0]);
        assert_eq!(one.window(50), [0.0]);
    }

    #[test]
    fn leads_end_where_they_end() {
        let lead: Vec<Vec<f32>> = (0..5)
            .map(|trial| {
                (0..300)
                    .map(|n| if n < 200 { 60.0 + trial as f32 } else { 40.0 })
                    .collect()
            })
            .collect();
        let flat: Vec<Vec<f32>> = (0..5).map(|trial| vec![50.0 - trial as f32; 300]).collect();
        let compared = compare(&learners(lead), &learners(flat), &[100, 200, 300]);
        assert_eq!(better_until(&compared), Some(200));
        assert!(compared[2].is_worse() && !compared[2].is_better());
    }
}
