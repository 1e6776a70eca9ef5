//! Games of all kinds: simultaneous moves, three roles, one role, chance.

use super::support::{choose, game_of, library_game, new_player, simulations};
use crate::common::play;

#[test]
fn defects_in_the_prisoners_dilemma() {
    let game = library_game("prisoners-dilemma");
    // In the last round cooperation has no benefit.
    let mut state = game.initial().unwrap();
    let defect = |role| game.find_move(role, "defect").unwrap();
    for _ in 0..19 {
        state = game.next(&state, &[defect(0), defect(1)]).unwrap();
    }
    for role in 0..2 {
        let choice = choose("uct", &game, role, &state, &simulations(5000));
        assert_eq!(choice.chosen, defect(role), "{:?}", choice.report);
    }
}

#[test]
fn mixes_moves_in_rock_paper_scissors() {
    let game = library_game("rock-paper-scissors");
    let state = game.initial().unwrap();
    let mut counts = [0; 3];
    for seed in 0..60 {
        let mut player = new_player("uct", &game, 0, seed);
        let choice = player.choose(&state, &simulations(3000)).unwrap();
        let legal = game.legal(&state, 0).unwrap();
        counts[legal.iter().position(|&id| id == choice.chosen).unwrap()] += 1;
        let values = &choice.report.values;
        assert!((values[0] - 50.0).abs() < 15.0, "{values:?}");
    }
    assert!(counts.iter().all(|&count| count >= 8), "{counts:?}");
}

#[test]
fn beats_random_with_three_roles() {
    let game = library_game("connect-four-3p");
    let mut sums = [0, 0];
    for seed in 0..12 {
        let role = seed as usize % 3;
        let player = |seat_of| match seat_of == role {
            true => new_player("uct", &game, seat_of, seed),
            false => new_player("random", &game, seat_of, seed),
        };
        let goals = play(&game, &mut [player(0), player(1), player(2)], || {
            simulations(3000)
        });
        sums[0] += goals[role];
        sums[1] += goals.iter().sum::<i32>() - goals[role];
    }
    assert!(sums[0] > 12 * 80, "{sums:?}");
}

#[test]
fn solves_a_puzzle() {
    let game = library_game("buttons-and-lights");
    let goals = play(&game, &mut [new_player("uct", &game, 0, 1)], || {
        simulations(20_000)
    });
    assert_eq!(goals, [100]);
}

/// The player may stop with 60 points or toss a coin for 100.
const COIN: &str = "
    (role player) (role random)
    (init start)
    (<= (legal player stop) (true start)) (<= (legal player toss) (true start))
    (<= (legal player wait) (not (true start)))
    (<= (legal random heads) (true tossed)) (<= (legal random tails) (true tossed))
    (<= (legal random wait) (not (true tossed)))
    (<= (next stopped) (does player stop))
    (<= (next tossed) (does player toss))
    (<= (next won) (does random heads))
    (<= (next lost) (does random tails))
    (<= terminal (true stopped)) (<= terminal (true won)) (<= terminal (true lost))
    (<= (goal player 60) (true stopped)) (<= (goal player 100) (true won)) (<= (goal player 0) (true lost))
    (<= (goal player 0) (true start)) (<= (goal player 0) (true tossed))
    (goal random 0)";

#[test]
fn averages_over_chance() {
    let game = game_of(COIN);
    let state = game.initial().unwrap();
    let choice = choose("uct", &game, 0, &state, &simulations(2000));
    assert_eq!(game.move_name(0, choice.chosen), "stop");
    let toss = game.find_move(0, "toss").unwrap();
    let report = choice.report.moves.iter().find(|report| report.id == toss);
    assert!((report.unwrap().values[0] - 50.0).abs() < 20.0);
    let generous = game_of(&COIN.replace("goal player 60", "goal player 40"));
    let state = generous.initial().unwrap();
    let choice = choose("uct", &generous, 0, &state, &simulations(20_000));
    assert_eq!(generous.move_name(0, choice.chosen), "toss");
}
