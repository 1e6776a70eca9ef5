//! The player `best` names the player that it chose, and keeps its clock.

use crate::common::{library, new_player, small_game};
use senet_engine::Game;
use senet_search::Budget;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Checks the reason that the first report gives.
#[track_caller]
fn check(key: &str, seconds: f64, expected: &str) {
    check_game(&library(key), seconds, expected);
}

#[track_caller]
fn check_game(game: &Arc<dyn Game>, seconds: f64, expected: &str) {
    let mut player = new_player("best", game, 0, 1);
    let begin = Instant::now();
    let report = player.prepare(&Budget::seconds(seconds)).unwrap();
    let late = begin
        .elapsed()
        .saturating_sub(Duration::from_secs_f64(seconds));
    // Other processes may hold the processor for a while.
    assert!(late < Duration::from_millis(500), "{late:?}");
    let notes = report.notes.join("; ");
    assert!(notes.contains(expected), "{notes}");
    let state = game.initial().unwrap();
    let choice = player.choose(&state, &Budget::seconds(0.1)).unwrap();
    assert!(game.legal(&state, 0).unwrap().contains(&choice.chosen));
}

#[test]
fn plays_uct_after_a_short_start_clock() {
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

/// Each of two roles sees whether the other has guessed its secret.
const HIDDEN: &str = "
    (role a) (role b) (init (step 0)) (succ 0 1) (succ 1 2) (number 1) (number 2)
    (<= (legal ?r (say ?n)) (role ?r) (number ?n))
    (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
    (<= (next (said ?r ?n)) (does ?r (say ?n)))
    (<= (sees ?r same) (role ?r) (does a (say ?n)) (does b (say ?n)))
    (<= (sees ?r other) (role ?r) (does a (say ?m)) (does b (say ?n)) (distinct ?m ?n))
    (<= terminal (true (step 2)))
    (<= (goal a 100) (true (said a ?n)) (true (said b ?n)))
    (<= (goal a 0) (true (said a ?m)) (true (said b ?n)) (distinct ?m ?n))
    (<= (goal b 50) (role b))";

#[test]
fn plays_uct_with_hidden_information() {
    let expected = "plays as `uct`: the game hides information";
    check_game(&small_game(HIDDEN), 8.0, expected);
}
