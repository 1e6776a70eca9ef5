//! Tests a network in random matches: precision, recall and F1 of legal moves and next fluents, with intervals.

use super::game::PreparedGame;
use fastrand::Rng;
use rayon::prelude::*;
use senet_console::Failure;
use senet_engine::{Deadline, spread_seed};
use senet_neural::{DataOptions, GatReasoner, NodeLabelling, OutputScore, random_matches};
use serde::Serialize;

/// Resampled sets of matches for an interval.
const RESAMPLES: usize = 1000;

/// The score of one task.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TaskScore {
    /// The share of predicted atoms that hold.
    pub precision: f64,
    /// The share of holding atoms that are predicted.
    pub recall: f64,
    /// The harmonic mean of both.
    pub f1: f64,
    /// The 95 % interval of F1: the bootstrap over matches.
    pub interval: (f64, f64),
}

/// The scores of a network on one game.
#[derive(Clone, Debug, Serialize)]
pub struct TestScores {
    /// Matches that were played.
    pub matches: usize,
    /// States with moves in them.
    pub states: usize,
    /// Legal moves.
    pub legal: TaskScore,
    /// Next fluents.
    pub next: TaskScore,
}

/// How to test.
#[derive(Clone, Debug)]
pub struct Testing {
    /// The number of random matches.
    pub matches: usize,
    /// How states label nodes.
    pub labelling: NodeLabelling,
    /// The seed of the matches.
    pub seed: u64,
    /// The deadline. Matches that end later are left out.
    pub end: Deadline,
}

/// Plays random matches and compares the predictions in each state with exact evaluation.
pub fn test(
    reasoner: &GatReasoner,
    prepared: &PreparedGame,
    testing: &Testing,
) -> Result<TestScores, Failure> {
    let options = DataOptions {
        seed: spread_seed(testing.seed, 3),
        ..DataOptions::default()
    };
    let mut played: Vec<[OutputScore; 2]> = Vec::new();
    let mut states = 0;
    for rows in random_matches(&prepared.grounded, testing.matches, &options) {
        if testing.end.is_over() && !played.is_empty() {
            break;
        }
        let rows: Vec<_> = rows.iter().filter(|row| row.next.is_some()).collect();
        states += rows.len();
        let scores: Vec<[OutputScore; 2]> = rows
            .par_iter()
            .map(|row| reasoner.score(&prepared.game.irg, row, testing.labelling))
            .collect();
        played.push(sum(scores.iter()));
    }
    if states == 0 {
        let message = format!("{}: random matches have no moves", prepared.game.irg.name);
        return Err(Failure::new(message).help("choose another game"));
    }
    let seed = spread_seed(testing.seed, 4);
    Ok(TestScores {
        matches: played.len(),
        states,
        legal: task_score(&played, 0, seed),
        next: task_score(&played, 1, seed),
    })
}

fn sum<'s>(scores: impl Iterator<Item = &'s [OutputScore; 2]>) -> [OutputScore; 2] {
    let mut sums = ["legal", "next"].map(OutputScore::new);
    for score in scores {
        let pairs = sums.iter_mut().zip(score);
        pairs.for_each(|(sum, score)| sum.merge(score));
    }
    sums
}

fn task_score(played: &[[OutputScore; 2]], task: usize, seed: u64) -> TaskScore {
    let all = sum(played.iter())[task];
    let mut rng = Rng::with_seed(seed);
    let mut f1 = || {
        let again = (0..played.len()).map(|_| &played[rng.usize(..played.len())]);
        sum(again)[task].f1()
    };
    let mut resampled: Vec<f64> = (0..RESAMPLES).map(|_| f1()).collect();
    resampled.sort_by(f64::total_cmp);
    TaskScore {
        precision: all.precision(),
        recall: all.recall(),
        f1: all.f1(),
        interval: (
            resampled[RESAMPLES / 40],
            resampled[RESAMPLES - 1 - RESAMPLES / 40],
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(true_positives: u64, false_positives: u64) -> OutputScore {
        OutputScore {
            true_positives,
            false_positives,
            ..OutputScore::new("legal")
        }
    }

    #[test]
    fn interval_contains_f1_and_is_a_point_without_spread() {
        let mixed: Vec<_> = (0..20).map(|n| [score(9, n % 5); 2]).collect();
        let found = task_score(&mixed, 0, 1);
        assert!(found.interval.0 < found.f1 && found.f1 < found.interval.1);
        let same = task_score(&[[score(3, 1); 2]; 5], 0, 1);
        assert_eq!((same.precision, same.recall), (0.75, 1.0));
        assert_eq!(same.interval, (same.f1, same.f1));
    }
}
