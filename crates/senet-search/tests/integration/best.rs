//! The player that chooses a player: it says what it chose, and keeps its clock.

use crate::common::{library, new_player};
use senet_search::Budget;
use std::time::{Duration, Instant};

/// Checks the reason that the first report gives.
#[track_caller]
fn check(key: &str, seconds: f64, expected: &str) {
    let game = library(key);
    let mut player = new_player("best", &game, 0, 1);
    let begin = Instant::now();
    let report = player.prepare(&Budget::seconds(seconds)).unwrap();
    let late = begin
        .elapsed()
        .saturating_sub(Duration::from_secs_f64(seconds));
    // Other processes may hold the processor for a while.
    assert!(late < Duration::from_millis(500), "{late:?}");
    let notes = report.notes.join("; ");
    assert!(notes.contains(expected), "{key}: {notes}");
    let state = game.initial().unwrap();
    let choice = player.choose(&state, &Budget::seconds(0.1)).unwrap();
    assert!(game.legal(&state, 0).unwrap().contains(&choice.chosen));
}

#[test]
fn short_start_clock_leaves_uct() {
    check(
        "breakthrough-6x6",
        0.3,
        "plays as `uct`: the start clock is too short",
    );
}

#[test]
fn solved_game_is_played_by_minimax() {
    check(
        "tic-tac-toe",
        8.0,
        "plays as `minimax`, which has solved the game",
    );
}

#[test]
fn puzzle_is_played_along_the_best_line() {
    check("buttons-and-lights", 8.0, "plays as `nested`");
}

#[test]
fn players_with_a_network_are_tried_against_uct() {
    check(
        "breakthrough-6x6",
        8.0,
        "in quick matches against `uct`, `descent` scored",
    );
}

#[test]
fn without_a_start_clock_the_first_move_names_the_reason() {
    let game = library("connect-four");
    let state = game.initial().unwrap();
    let mut player = new_player("best", &game, 0, 1);
    let budget = Budget::unlimited().with_simulations(100);
    let first = player.choose(&state, &budget).unwrap().report.notes;
    assert!(
        first.iter().any(|note| note.contains("no start clock")),
        "{first:?}"
    );
    let second = player.choose(&state, &budget).unwrap().report.notes;
    assert!(!second.iter().any(|note| note.contains("no start clock")));
}
