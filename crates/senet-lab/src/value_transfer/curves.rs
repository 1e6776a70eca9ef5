//! The scores of learners, match by match, over all trials.

use crate::stats;
use senet_learn::td::transfer::TransferCounts;

/// The number of matches in the moving average.
pub const WINDOW: usize = 100;

/// Learners with the same experience: their scores and transfer counts, one row per trial.
pub struct Learners {
    /// The number of source matches learned from.
    pub experience: usize,
    /// The goals of all matches in order, per trial.
    pub goals: Vec<Vec<f32>>,
    /// The transfer counts per trial.
    pub counts: Vec<TransferCounts>,
}

impl Learners {
    /// Creates an empty set of learners.
    pub fn new(experience: usize) -> Learners {
        Learners {
            experience,
            goals: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// The mean number of visited afterstates that had values from the source.
    pub fn transferred(&self) -> f64 {
        self.mean(|counts| counts.visited_known as f64)
    }

    /// The share of visited afterstates with values from the source, each counted once.
    pub fn share(&self) -> f64 {
        self.mean(TransferCounts::share)
    }

    /// The share of all visits to afterstates with values from the source.
    pub fn hit_rate(&self) -> f64 {
        self.mean(TransferCounts::hit_rate)
    }

    fn mean(&self, of: impl Fn(&TransferCounts) -> f64) -> f64 {
        self.counts.iter().map(of).sum::<f64>() / self.counts.len().max(1) as f64
    }

    /// The mean goal of the window that ends with this match, per trial.
    pub fn window(&self, end: usize) -> Vec<f64> {
        let start = end.saturating_sub(WINDOW);
        let mean = |goals: &Vec<f32>| {
            let goals = &goals[start.min(goals.len())..end.min(goals.len())];
            let sum: f64 = goals.iter().map(|&goal| f64::from(goal)).sum();
            sum / goals.len().max(1) as f64
        };
        self.goals.iter().map(mean).collect()
    }

    /// The averaged curve: per point, the mean over trials and half the width of its 95 % interval.
    pub fn curve(&self, points: &[usize]) -> Vec<(usize, f64, f64)> {
        let at = |&end: &usize| {
            let window = self.window(end);
            let error = (stats::variance(&window) / self.goals.len().max(1) as f64).sqrt();
            (end, stats::mean(&window), stats::Z * error)
        };
        points.iter().map(at).collect()
    }
}

/// Compares a learner with experience and one from scratch at one point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurveComparison {
    /// The last match of the window.
    pub at: usize,
    /// The mean of the learner with experience.
    pub mean: f64,
    /// The mean of the learner from scratch.
    pub scratch: f64,
    /// The p-value of the lead.
    pub p_better: f64,
    /// The p-value of the lag.
    pub p_worse: f64,
}

impl CurveComparison {
    /// True if the learner is significantly better, at 95 %.
    pub fn is_better(&self) -> bool {
        self.p_better < 0.05
    }

    /// True if the learner is significantly worse, at 95 %.
    pub fn is_worse(&self) -> bool {
        self.p_worse < 0.05
    }
}

/// Compares two learners at several points.
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

/// The last point up to which every comparison is significantly better; `None` if there is none.
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
    fn window_averages_last_matches() {
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
    fn better_until_stops_at_first_point_without_lead() {
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
