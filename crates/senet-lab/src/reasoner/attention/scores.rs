//! Tests a network in random matches: precision, recall and F1 of legal moves and next fluents, with intervals.

use super::game::PreparedGame;
use fastrand::Rng;
use rayon::prelude::*;
use senet_console::Failure;
use senet_engine::{Deadline, spread_seed};
use senet_neural::{DataOptions, GatReasoner, NodeLabelling, OutputScore, Row, random_matches};
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
    /// The deadline. Matches that end later are left out, but for the first.
    pub end: Deadline,
    /// The deadline of the first match.
    pub first_end: Deadline,
}

/// Plays random matches and compares the predictions in each state with exact evaluation.
pub fn test(
    reasoner: &GatReasoner,
    prepared: &PreparedGame,
    testing: &Testing,
) -> Result<TestScores, Failure> {
    let mut played: Vec<[OutputScore; 2]> = Vec::new();
    let mut states = 0;
    for rows in matches(prepared, testing)? {
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

/// Plays random matches until the deadline; at least one, so that there is a result for every game.
fn matches(prepared: &PreparedGame, testing: &Testing) -> Result<Vec<Vec<Row>>, Failure> {
    let play = |count: usize, deadline: &Deadline| {
        let options = DataOptions {
            seed: spread_seed(testing.seed, 3),
            deadline: deadline.clone(),
            ..DataOptions::default()
        };
        random_matches(&prepared.grounded, count, &options)
    };
    let mut played = play(testing.matches, &testing.end);
    if played.is_empty() {
        played = play(1, &testing.first_end);
    }
    match played.is_empty() {
        true => Err(Failure::out_of_time(format!(
            "the first random match of {}",
            prepared.game.irg.name
        ))),
        false => Ok(played),
    }
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
    use crate::reasoner::attention::game::sample::prepared;
    use senet_neural::{GatOptions, GatTraining};

    #[test]
    fn only_the_first_match_outlasts_the_deadline() {
        let prepared = prepared("(role you) (init (at 1)) (up 1 2) (up 2 3) (legal you go) (legal you jump)
            (<= (next (at ?y)) (true (at ?x)) (up ?x ?y)) (<= terminal (true (at 3))) (goal you 50)");
        let training = GatTraining::new(&[&prepared.game], GatOptions::default());
        let reasoner = training.finish(1).unwrap();
        let tested = |end: bool, first_end: bool| {
            let testing = Testing {
                matches: 3,
                labelling: NodeLabelling::Subtree,
                seed: 1,
                end: Deadline::when(move || end),
                first_end: Deadline::when(move || first_end),
            };
            test(&reasoner, &prepared, &testing).map(|scores| scores.matches)
        };
        assert_eq!(tested(false, false).unwrap(), 3);
        assert_eq!(tested(true, false).unwrap(), 1);
        assert!(matches!(
            tested(true, true),
            Err(Failure::OutOfTime { what, .. }) if what.contains("first random match")
        ));
    }

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
