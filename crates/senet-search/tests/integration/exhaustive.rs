//! Compares the fast searches with plain ones on small random games.

use crate::common::random_games::{Shape, sheet};
use crate::common::{new_player, small_game};
use senet_engine::Game;
use senet_gdl::{Notation, ScrambleOptions, Sheet, scramble, write};
use senet_search::{Budget, SearchReport};
use std::sync::Arc;

const GAMES: u64 = 40;

const OPPOSED: Shape = Shape {
    roles: 2,
    opposed: true,
    simultaneous: false,
    chance: false,
};

/// The player's report about the initial state.
fn prepared_report(name: &str, game: &Arc<dyn Game>, role: usize) -> SearchReport {
    let mut player = new_player(name, game, role, 3);
    player.prepare(&Budget::unlimited()).unwrap()
}

/// The random games of a shape, with the roles that are not chance.
fn games(shape: Shape) -> impl Iterator<Item = (u64, Arc<dyn Game>, Vec<usize>)> {
    (0..GAMES).map(move |seed| {
        let game = small_game(&sheet(shape, seed));
        let roles = 0..game.roles().len();
        let players = roles
            .filter(|&role| game.roles()[role] != "random")
            .collect();
        (seed, game, players)
    })
}

#[track_caller]
fn assert_close(found: f64, expected: f64, seed: u64) {
    let same = (found - expected).abs() < 1e-4;
    assert!(same, "seed {seed}: {found} instead of {expected}");
}

#[test]
fn minimax_solves_constant_sum_games_with_turns() {
    for (seed, game, roles) in games(OPPOSED) {
        let initial = game.initial().unwrap();
        for role in roles {
            let report = prepared_report("minimax", &game, role);
            let truth = crate::common::exhaustive_search::bounds(&*game, &initial, role);
            assert!(report.proven, "seed {seed}: {:?}", report.notes);
            assert_eq!(report.values[role], truth.lower, "seed {seed}");
            assert_eq!(truth.lower, truth.upper);
        }
    }
}

#[test]
fn chosen_moves_keep_the_minimax_value() {
    for seed in 0..2 * GAMES {
        let game = small_game(&sheet(OPPOSED, seed));
        let state = game.initial().unwrap();
        for role in 0..2 {
            let budget = Budget::unlimited();
            let chosen = new_player("minimax", &game, role, seed).choose(&state, &budget);
            let mut joint: Vec<_> = (0..2)
                .map(|role| game.legal(&state, role).unwrap()[0])
                .collect();
            joint[role] = chosen.unwrap().chosen;
            if game.legal(&state, 1 - role).unwrap().len() == 1 {
                let next = game.next(&state, &joint).unwrap();
                let (before, after) = (&state, &next);
                let value =
                    |state| crate::common::exhaustive_search::bounds(&*game, state, role).lower;
                assert_eq!(value(after), value(before), "seed {seed}");
            }
        }
    }
}

#[test]
fn minimax_averages_chance() {
    for chance_only in [true, false] {
        let shape = Shape {
            roles: if chance_only { 1 } else { 2 },
            opposed: !chance_only,
            chance: true,
            ..OPPOSED
        };
        for (seed, game, roles) in games(shape) {
            let initial = game.initial().unwrap();
            for role in roles {
                let report = prepared_report("minimax", &game, role);
                let truth = crate::common::exhaustive_search::bounds(&*game, &initial, role);
                assert!(report.proven, "seed {seed}: {:?}", report.notes);
                assert_close(report.values[role], truth.lower, seed);
            }
        }
    }
}

#[test]
fn proofs_with_simultaneous_moves_are_correct() {
    let mut proven = 0;
    let shape = Shape {
        simultaneous: true,
        ..OPPOSED
    };
    for (seed, game, roles) in games(shape) {
        let initial = game.initial().unwrap();
        for role in roles {
            let report = prepared_report("minimax", &game, role);
            let truth = crate::common::exhaustive_search::bounds(&*game, &initial, role);
            assert_close(report.values[role], truth.reply, seed);
            if report.proven {
                proven += 1;
                assert_eq!(truth.lower, truth.upper, "seed {seed}");
            }
        }
    }
    assert!(proven > 0 && proven < 2 * GAMES);
}

#[test]
fn paranoid_search_treats_all_other_roles_as_one_opponent() {
    let shape = Shape {
        roles: 3,
        opposed: false,
        ..OPPOSED
    };
    for (seed, game, roles) in games(shape) {
        let initial = game.initial().unwrap();
        for role in roles {
            let report = prepared_report("minimax:others=paranoid", &game, role);
            let truth = crate::common::exhaustive_search::bounds(&*game, &initial, role);
            assert!(report.proven, "seed {seed}: {:?}", report.notes);
            assert_eq!(report.values[role], truth.lower, "seed {seed}");
        }
    }
}

#[test]
fn maxn_finds_an_equilibrium() {
    for roles in [2, 3] {
        let shape = Shape {
            roles,
            opposed: false,
            ..OPPOSED
        };
        let mut proven = 0;
        for (seed, game, roles) in games(shape) {
            let initial = game.initial().unwrap();
            let all = crate::common::exhaustive_search::equilibria(&*game, &initial);
            for role in roles {
                let report = prepared_report("minimax", &game, role);
                let found: Vec<i32> = report.values.iter().map(|&v| v as i32).collect();
                assert!(
                    all.contains(&found),
                    "seed {seed}: {found:?} not in {all:?}"
                );
                proven += u64::from(report.proven);
                assert!(!report.proven || all.len() == 1, "seed {seed}: {all:?}");
            }
        }
        assert!(proven > 0);
    }
}

#[test]
fn minimax_solves_puzzles() {
    let shape = Shape {
        roles: 1,
        opposed: false,
        ..OPPOSED
    };
    for (seed, game, _) in games(shape) {
        let initial = game.initial().unwrap();
        let truth = crate::common::exhaustive_search::bounds(&*game, &initial, 0);
        let report = prepared_report("minimax", &game, 0);
        assert!(report.proven, "seed {seed}: {:?}", report.notes);
        assert_eq!(report.values, [truth.lower], "seed {seed}");
    }
}

#[test]
fn renamed_and_reordered_rules_give_the_same_result() {
    let shapes = [
        (2, true, false),
        (2, true, true),
        (2, false, false),
        (3, false, false),
        (3, false, true),
    ];
    for (roles, opposed, simultaneous) in shapes {
        let shape = Shape {
            roles,
            opposed,
            simultaneous,
            chance: false,
        };
        for seed in 0..GAMES / 4 {
            let text = sheet(shape, seed);
            let read = Sheet::read(&text);
            let options = ScrambleOptions::default();
            let other = scramble(&read.description, seed, &options).description;
            let other = write(&other, Notation::Prefix);
            for role in 0..roles {
                let said = [&text, &other].map(|text| {
                    let report = prepared_report("minimax", &small_game(text), role);
                    // With simultaneous moves, the proofs depend on the move order.
                    (report.values, report.proven && !simultaneous)
                });
                assert_eq!(said[0], said[1], "seed {seed}, {roles} roles");
            }
        }
    }
}
