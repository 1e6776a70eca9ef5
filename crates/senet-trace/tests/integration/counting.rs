//! Perft and playouts of a game that is small enough to count by hand.

use crate::common::{COUNTING, game};
use senet_trace::{CompareError, compare, perft, playouts};

#[track_caller]
fn check(depth: usize, nodes: u64, counts: &[u64], stopped: Option<&str>) {
    let found = perft(&*game(COUNTING).game, depth, nodes).unwrap();
    assert_eq!(found.counts, counts);
    assert_eq!(found.stopped.as_deref(), stopped);
}

#[test]
fn perft_counts_sequences_until_all_matches_end() {
    // The first joint move gives the sum 2, 3 (in two ways) or 4. The 4 is terminal, since left was greedy. The other three states
    // have four joint moves each. All of them end the match, except from 2 to 4 without greed.
    check(1, 1000, &[4], None);
    check(2, 1000, &[4, 12], None);
    check(9, 1000, &[4, 12, 4, 0, 0, 0, 0, 0, 0], None);
}

#[test]
fn perft_reports_the_node_limit() {
    check(3, 5, &[4, 12], Some("depth 3 needs more than 5 moves"));
}

#[test]
fn playouts_are_reproducible_and_report_progress() {
    let game = game(COUNTING).game;
    let mut progress = Vec::new();
    let first = playouts(&*game, 500, 3, 100, &mut |played| progress.push(played)).unwrap();
    assert_eq!(first, playouts(&*game, 500, 3, 100, &mut |_| {}).unwrap());
    assert_ne!(first, playouts(&*game, 500, 4, 100, &mut |_| {}).unwrap());
    assert_eq!(progress, [1, 3, 7, 15, 31, 63, 127, 255, 500]);
    assert_eq!((first.matches, first.ended), (500, 500));
    assert!((1.0..=3.0).contains(&first.mean_length), "{first:?}");
}

#[test]
fn playouts_cut_short_have_no_goals() {
    let statistics = playouts(&*game(COUNTING).game, 10, 3, 0, &mut |_| {}).unwrap();
    assert_eq!((statistics.ended, statistics.goals[0].count), (0, 0));
}

#[test]
fn compare_finds_different_goals() {
    let rules = game(COUNTING).game;
    let agreement = compare(&*rules, &*game(COUNTING).game, 1, 20, 100).unwrap();
    assert_eq!(agreement.matches, 20);
    let other = game(&COUNTING.replace("(goal ?r 100)", "(goal ?r 99)")).game;
    match compare(&*rules, &*other, 1, 20, 100) {
        Err(CompareError::Differs(difference)) => {
            assert_eq!(difference.aspect, "the goal of left");
            assert_eq!(
                (difference.first.as_str(), difference.second.as_str()),
                ("Value(100)", "Value(99)")
            );
        }
        other => panic!("no difference was found: {other:?}"),
    }
}
