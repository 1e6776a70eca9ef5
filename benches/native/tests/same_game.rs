//! The hand-written programs play the games of the rule sheets: they have the same perft counts and the same means of playouts.

use senet_engine::{LoadOptions, Loaded, PlayoutRequest, PlayoutTally, load};
use senet_gdl::Sheet;
use senet_native::{YARDSTICKS, yardstick};
use senet_trace::perft;
use std::path::{Path, PathBuf};

fn load_text(text: &str) -> Loaded {
    load(&Sheet::read(text), &LoadOptions::default()).expect("a sheet that can be played")
}

/// Compares the perft counts and the playouts of a sheet and its program.
#[track_caller]
fn check(name: &str, rules: &str, depth: usize, matches: u32) {
    let program = yardstick(name).expect("there is a program");
    let loaded = load_text(rules);
    let counts = perft(&*loaded.game, depth, u64::MAX).expect("no limits");
    assert_eq!((program.perft)(depth), counts.counts, "{name}");
    let start = [loaded.game.initial().expect("no limits")];
    let request = PlayoutRequest {
        squared_lengths: true,
        ..PlayoutRequest::new(&start, matches, 1)
    };
    let played = loaded.game.playouts(&request);
    let tally = &played.expect("no limits").tallies[0];
    let sums = (program.playouts)(1 << 18, 2);
    let count = sums.matches as f64;
    assert_near(name, sums.steps as f64 / count, length(tally));
    for (role, sum) in sums.goals.into_iter().enumerate() {
        assert_near(name, sum as f64 / count, goal(tally, role));
    }
}

/// Asserts that the mean of a few matches is within four and a half standard errors of the mean of many matches.
#[track_caller]
fn assert_near(name: &str, of_many: f64, (mean, error): (f64, f64)) {
    let difference = (of_many - mean).abs();
    assert!(
        difference < 4.5 * error + 1e-9,
        "{name}: {of_many} against {mean} with an error of {error}"
    );
}

fn length(tally: &PlayoutTally) -> (f64, f64) {
    mean_and_error(
        tally.steps as f64,
        tally.squared_lengths as f64,
        tally.matches(),
    )
}

fn goal(tally: &PlayoutTally, role: usize) -> (f64, f64) {
    let goals = tally.goals[role];
    mean_and_error(goals.sum as f64, goals.squares as f64, goals.valid)
}

fn mean_and_error(sum: f64, squares: f64, count: u64) -> (f64, f64) {
    let count = count as f64;
    let mean = sum / count;
    (mean, ((squares / count - mean * mean) / count).sqrt())
}

fn library(name: &str) -> &'static str {
    senet_library::find(name).expect("a library game").rules
}

#[test]
fn tic_tac_toe_equals_its_sheet() {
    check("tic-tac-toe", library("tic-tac-toe"), 9, 20_000);
}

#[test]
fn connect_four_equals_its_sheet() {
    check("connect-four", library("connect-four"), 5, 4_000);
}

#[test]
fn breakthrough_equals_its_sheet() {
    check("breakthrough", library("breakthrough"), 3, 1_000);
}

/// Skips public sheets that are not available.
#[test]
fn programs_equal_the_public_sheets() {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("SENET_SHARED").map_or_else(beside, PathBuf::from);
    for (name, depth) in [("ticTacToe", 9), ("connectFour", 5), ("breakthrough", 3)] {
        let path = folder.join("games/base").join(name).with_extension("kif");
        match std::fs::read_to_string(&path) {
            Ok(rules) => check(name, &rules, depth, 2_000),
            Err(error) => eprintln!("skipped {}: {error}", path.display()),
        }
    }
}

#[test]
fn tic_tac_toe_has_the_known_perft_counts() {
    let counts = (yardstick("tic-tac-toe").expect("there is one").perft)(9);
    assert_eq!(
        counts,
        [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    );
}

#[test]
fn programs_are_reproducible() {
    for program in YARDSTICKS {
        assert_eq!((program.playouts)(100, 7), (program.playouts)(100, 7));
        assert_ne!((program.playouts)(100, 7), (program.playouts)(100, 8));
    }
}
