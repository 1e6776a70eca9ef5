//! The players that do not search.

use crate::common::{library, play, seat};
use senet_search::{Budget, Stop};

#[test]
fn plain_players_play_games_of_any_number_of_roles() {
    for key in [
        "tic-tac-toe",
        "rock-paper-scissors",
        "eight-puzzle",
        "chinese-checkers-3",
    ] {
        let game = library(key);
        for name in ["random", "legal"] {
            let roles = 0..game.roles().len();
            let mut players: Vec<_> = roles.map(|role| seat(name, &game, role, 7)).collect();
            play(&game, &mut players, Budget::unlimited);
        }
    }
}

#[test]
fn greedy_takes_a_win_that_is_there() {
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
    let choice = seat("greedy", &game, 0, 1)
        .choose(&state, &Budget::unlimited())
        .unwrap();
    assert_eq!(game.move_name(0, choice.chosen), "(mark a 3)");
    assert_eq!(choice.report.stop, Stop::Done);
    assert_eq!(choice.report.values[0], 100.0);
}

#[test]
fn without_time_there_still_is_a_move() {
    let game = library("connect-four");
    let state = game.initial().unwrap();
    let choice = seat("greedy", &game, 0, 1)
        .choose(&state, &Budget::seconds(0.0))
        .unwrap();
    assert_eq!(choice.report.stop, Stop::Time);
    assert!(game.legal(&state, 0).unwrap().contains(&choice.chosen));
}
