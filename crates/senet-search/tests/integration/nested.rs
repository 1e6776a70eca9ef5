//! Nested Monte-Carlo search on puzzles.

use crate::common::{library, new_player, play};
use senet_search::{Budget, Setting, player};

#[test]
fn solves_small_puzzles_exactly() {
    for key in ["hanoi-6", "buttons-and-lights"] {
        let game = library(key);
        let mut players = [new_player("nested", &game, 0, 1)];
        let report = players[0].prepare(&Budget::unlimited()).unwrap();
        assert!(report.proven, "{key}: {:?}", report.notes);
        assert_eq!(play(&game, &mut players, Budget::unlimited), [100], "{key}");
    }
}

#[test]
fn result_is_never_worse_than_the_reported_line() {
    for (key, least) in [("knights-tour", 40), ("peg-solitaire", 60)] {
        let game = library(key);
        for name in ["nested", "nested:level=2"] {
            let mut promised: f64 = 0.0;
            let mut player = new_player(name, &game, 0, 1);
            let mut state = game.initial().unwrap();
            while !game.is_terminal(&state).unwrap() {
                let budget = Budget::unlimited().with_nodes(5_000);
                let choice = player.choose(&state, &budget).unwrap();
                let value = choice.report.value(0).unwrap_or(promised);
                assert!(value >= promised, "{key}: {value} after {promised}");
                promised = value;
                state = game.next(&state, &[choice.chosen]).unwrap();
            }
            let goal = game.goal(&state, 0).unwrap().value().unwrap();
            assert!(f64::from(goal) >= promised, "{key}: {goal}");
            assert!(goal >= least, "{key}: {goal}");
        }
    }
}

#[test]
fn same_seed_gives_the_same_line() {
    let game = library("peg-solitaire");
    let line = |seed| {
        let budget = Budget::unlimited().with_nodes(5_000);
        let mut player = new_player("nested", &game, 0, seed);
        player.prepare(&budget).unwrap().line
    };
    assert_eq!(line(1), line(1));
    assert_ne!(line(1), line(2));
}

#[test]
fn rejects_games_with_several_roles() {
    let game = library("tic-tac-toe");
    let setting = Setting {
        game,
        role: 0,
        seed: 1,
        learn: None,
    };
    let refused = player(&"nested".parse().unwrap(), setting).err().unwrap();
    assert_eq!(
        refused.to_string(),
        "`nested` cannot play this game: it has 2 roles, and nested search needs exactly one; try `uct`"
    );
}
