//! Games with known values.

use crate::common::{game_of, library, new_player, play};
use fastrand::Rng;
use senet_engine::{Game, MoveId, State};
use senet_search::{Budget, SearchReport, Stop};
use std::sync::Arc;

/// The report of minimax about the initial state, which must be solved.
fn solved(game: &Arc<dyn Game>, role: usize) -> SearchReport {
    let report = new_player("minimax", game, role, 1)
        .prepare(&Budget::unlimited())
        .unwrap();
    assert_eq!(report.stop, Stop::Solved, "{:?}", report.notes);
    assert!(report.proven);
    report
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let game = library("tic-tac-toe");
    for role in 0..2 {
        assert_eq!(solved(&game, role).values, [50.0, 50.0]);
    }
}

#[test]
fn minimax_never_loses_tic_tac_toe() {
    let game = library("tic-tac-toe");
    for own in 0..2 {
        let mut minimax = vec![new_player("minimax", &game, own, 5)];
        for seed in 0..200 {
            let mut players = vec![new_player("random", &game, 1 - own, seed)];
            players.insert(own, minimax.remove(0));
            let goals = play(&game, &mut players, Budget::unlimited);
            assert!(goals[own] >= 50, "seed {seed}: {goals:?}");
            minimax.push(players.remove(own));
        }
    }
}

/// Nim with these heaps.
fn nim(heaps: [u32; 4]) -> Arc<dyn Game> {
    let mut rules = senet_library::find("nim").unwrap().rules.to_string();
    for (name, (was, is)) in ["a", "b", "c", "d"]
        .iter()
        .zip([1, 5, 4, 2].iter().zip(heaps))
    {
        let init = format!("(init (heap {name} {was}))");
        assert!(rules.contains(&init));
        rules = rules.replace(&init, &format!("(init (heap {name} {is}))"));
    }
    game_of(&rules)
}

#[test]
fn nim_values_follow_the_xor_of_the_heaps() {
    let positions = [
        [1, 5, 4, 2],
        [1, 5, 4, 0],
        [3, 3, 2, 2],
        [1, 2, 3, 0],
        [1, 2, 3, 4],
        [5, 4, 1, 1],
        [5, 5, 5, 5],
        [0, 0, 0, 3],
        [2, 3, 4, 5],
    ];
    for heaps in positions {
        let wins = heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0;
        let expected = if wins { [100.0, 0.0] } else { [0.0, 100.0] };
        assert_eq!(solved(&nim(heaps), 0).values, expected, "{heaps:?}");
    }
}

#[test]
fn minimax_wins_won_nim_positions() {
    for (heaps, winner) in [([1, 5, 4, 2], 0), ([1, 5, 4, 0], 1)] {
        let game = nim(heaps);
        for seed in 0..5 {
            let mut players = vec![new_player("random", &game, 1 - winner, seed)];
            players.insert(winner, new_player("minimax", &game, winner, seed));
            let goals = play(&game, &mut players, Budget::unlimited);
            assert_eq!(goals[winner], 100, "{heaps:?}, seed {seed}");
        }
    }
}

/// A state after random moves; `None` if the match ends before.
fn after(game: &dyn Game, plies: usize, rng: &mut Rng) -> Option<State> {
    let mut state = game.initial().unwrap();
    for _ in 0..plies {
        let roles = 0..game.roles().len();
        let joint: Vec<MoveId> = roles
            .map(|role| *rng.choice(&game.legal(&state, role).unwrap()).unwrap())
            .collect();
        state = game.next(&state, &joint).unwrap();
        if game.is_terminal(&state).unwrap() {
            return None;
        }
    }
    Some(state)
}

#[test]
fn minimax_solves_minichess_positions() {
    let game = library("minichess-3x3");
    let mut rng = Rng::with_seed(4);
    let mut judged = 0;
    let mut players = [0, 1].map(|role| new_player("minimax", &game, role, 1));
    while judged < 25 {
        let Some(state) = after(&*game, 24, &mut rng) else {
            continue;
        };
        let mover = usize::from(game.legal(&state, 0).unwrap().len() < 2);
        let choice = players[mover].choose(&state, &Budget::unlimited()).unwrap();
        if choice.report.stop == Stop::OnlyMove {
            continue;
        }
        judged += 1;
        assert!(choice.report.proven);
        let truth = crate::common::exhaustive_search::bounds(&*game, &state, mover).lower;
        assert_eq!(choice.report.values[mover], truth);
        let mut joint = [
            game.legal(&state, 0).unwrap()[0],
            game.legal(&state, 1).unwrap()[0],
        ];
        joint[mover] = choice.chosen;
        let next = game.next(&state, &joint).unwrap();
        assert_eq!(
            crate::common::exhaustive_search::bounds(&*game, &next, mover).lower,
            truth
        );
    }
}

#[test]
fn white_wins_minichess() {
    assert_eq!(solved(&library("minichess-3x3"), 0).values, [100.0, 0.0]);
}

#[test]
fn solves_hanoi_with_the_fewest_moves() {
    let game = library("hanoi-6");
    let report = solved(&game, 0);
    assert_eq!(report.values, [100.0]);
    assert_eq!(report.line.len(), 63);
    let mut players = [new_player("minimax", &game, 0, 1)];
    assert_eq!(play(&game, &mut players, Budget::unlimited), [100]);
}

#[test]
fn solves_the_eight_puzzle_with_the_fewest_moves() {
    let report = solved(&library("eight-puzzle"), 0);
    assert_eq!(report.values, [100.0]);
    assert_eq!(report.line.len(), 30);
}

#[test]
fn notes_name_the_limit_that_stopped_an_exact_search() {
    let game = library("eight-puzzle");
    let check = |budget: Budget, expected: &str| {
        let report = new_player("minimax", &game, 0, 1).prepare(&budget).unwrap();
        assert!(!report.proven);
        let notes = report.notes.join("; ");
        assert!(notes.contains(expected), "{notes}");
    };
    let few = Budget::unlimited().with_nodes(20_000);
    check(few.clone(), "breadth-first search reached a limit (nodes)");
    check(
        few.with_memory(200_000),
        "breadth-first search reached a limit (memory)",
    );
}
