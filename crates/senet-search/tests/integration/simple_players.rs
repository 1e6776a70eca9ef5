//! The players without a tree search.

use crate::common::{library, new_player, play};
use senet_search::{Budget, Stop};

#[test]
fn random_and_legal_play_games_with_any_number_of_roles() {
    for key in [
        "tic-tac-toe",
        "rock-paper-scissors",
        "eight-puzzle",
        "chinese-checkers-3",
    ] {
        let game = library(key);
        for name in ["random", "legal"] {
            let roles = 0..game.roles().len();
            let mut players: Vec<_> = roles.map(|role| new_player(name, &game, role, 7)).collect();
            play(&game, &mut players, Budget::unlimited);
        }
    }
}

#[test]
fn greedy_plays_an_immediate_win() {
    let game = library("tic-tac-toe");
    let mut state = game.initial().unwrap();
    for texts in [
        ["(mark a 1)", "noop"],
        ["noop", "(mark b 1)"],
        ["(mark a 2)", "noop"],
        ["noop", "(mark b 2)"],
    ] {
        let joint = [0, 1].map(|role| game.find_move(role, texts[role]).unwrap());
        state = game.next(&state, &joint).unwrap();
    }
    let choice = new_player("greedy", &game, 0, 1)
        .choose(&state, &Budget::unlimited())
        .unwrap();
    assert_eq!(game.move_name(0, choice.chosen), "(mark a 3)");
    assert_eq!(choice.report.stop, Stop::Done);
    assert_eq!(choice.report.values[0], 100.0);
}

#[test]
fn greedy_returns_a_legal_move_without_time() {
    let game = library("connect-four");
    let state = game.initial().unwrap();
    let choice = new_player("greedy", &game, 0, 1)
        .choose(&state, &Budget::seconds(0.0))
        .unwrap();
    assert_eq!(choice.report.stop, Stop::Time);
    assert!(game.legal(&state, 0).unwrap().contains(&choice.chosen));
}
