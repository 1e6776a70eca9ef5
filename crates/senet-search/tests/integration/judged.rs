//! Fast searches of small random games, judged by plain ones.

use crate::common::sheets::{Shape, sheet};
use crate::common::{seat, small_game};
use senet_engine::Game;
use senet_gdl::{Notation, ScrambleOptions, Sheet, scramble, write};
use senet_search::{Budget, Report};
use std::sync::Arc;

const GAMES: u64 = 40;

const OPPOSED: Shape = Shape {
    roles: 2,
    opposed: true,
    simultaneous: false,
    chance: false,
};

/// What a player says about the first state of a game before the match.
fn thought(name: &str, game: &Arc<dyn Game>, role: usize) -> Report {
    let mut player = seat(name, game, role, 3);
    player.prepare(&Budget::unlimited()).unwrap()
}

/// The games of a shape, with the roles that players have.
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
fn close(found: f64, expected: f64, seed: u64) {
    let same = (found - expected).abs() < 1e-4;
    assert!(same, "seed {seed}: {found} instead of {expected}");
}

#[test]
fn opposed_games_with_turns_are_solved() {
    for (seed, game, roles) in games(OPPOSED) {
        let initial = game.initial().unwrap();
        for role in roles {
            let report = thought("minimax", &game, role);
            let truth = crate::common::judge::bounds(&*game, &initial, role);
            assert!(report.proven, "seed {seed}: {:?}", report.notes);
            assert_eq!(report.values[role], truth.least, "seed {seed}");
            assert_eq!(truth.least, truth.most);
        }
    }
}

#[test]
fn moves_keep_the_value() {
    for seed in 0..2 * GAMES {
        let game = small_game(&sheet(OPPOSED, seed));
        let state = game.initial().unwrap();
        for role in 0..2 {
            let budget = Budget::unlimited();
            let chosen = seat("minimax", &game, role, seed).choose(&state, &budget);
            let mut joint: Vec<_> = (0..2)
                .map(|role| game.legal(&state, role).unwrap()[0])
                .collect();
            joint[role] = chosen.unwrap().chosen;
            if game.legal(&state, 1 - role).unwrap().len() == 1 {
                let next = game.next(&state, &joint).unwrap();
                let (before, after) = (&state, &next);
                let value = |state| crate::common::judge::bounds(&*game, state, role).least;
                assert_eq!(value(after), value(before), "seed {seed}");
            }
        }
    }
}

#[test]
fn chance_is_averaged() {
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
                let report = thought("minimax", &game, role);
                let truth = crate::common::judge::bounds(&*game, &initial, role);
                assert!(report.proven, "seed {seed}: {:?}", report.notes);
                close(report.values[role], truth.least, seed);
            }
        }
    }
}

#[test]
fn simultaneous_moves_are_never_proven_wrongly() {
    let mut proven = 0;
    let shape = Shape {
        simultaneous: true,
        ..OPPOSED
    };
    for (seed, game, roles) in games(shape) {
        let initial = game.initial().unwrap();
        for role in roles {
            let report = thought("minimax", &game, role);
            let truth = crate::common::judge::bounds(&*game, &initial, role);
            close(report.values[role], truth.after, seed);
            if report.proven {
                proven += 1;
                assert_eq!(truth.least, truth.most, "seed {seed}");
            }
        }
    }
    assert!(proven > 0 && proven < 2 * GAMES);
}

#[test]
fn paranoia_takes_all_others_for_one() {
    let shape = Shape {
        roles: 3,
        opposed: false,
        ..OPPOSED
    };
    for (seed, game, roles) in games(shape) {
        let initial = game.initial().unwrap();
        for role in roles {
            let report = thought("minimax:others=paranoid", &game, role);
            let truth = crate::common::judge::bounds(&*game, &initial, role);
            assert!(report.proven, "seed {seed}: {:?}", report.notes);
            assert_eq!(report.values[role], truth.least, "seed {seed}");
        }
    }
}

#[test]
fn every_role_for_itself_is_an_equilibrium() {
    for roles in [2, 3] {
        let shape = Shape {
            roles,
            opposed: false,
            ..OPPOSED
        };
        let mut proven = 0;
        for (seed, game, roles) in games(shape) {
            let initial = game.initial().unwrap();
            let all = crate::common::judge::equilibria(&*game, &initial);
            for role in roles {
                let report = thought("minimax", &game, role);
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
fn puzzles_of_one_role_are_solved() {
    let shape = Shape {
        roles: 1,
        opposed: false,
        ..OPPOSED
    };
    for (seed, game, _) in games(shape) {
        let initial = game.initial().unwrap();
        let truth = crate::common::judge::bounds(&*game, &initial, 0);
        let report = thought("minimax", &game, 0);
        assert!(report.proven, "seed {seed}: {:?}", report.notes);
        assert_eq!(report.values, [truth.least], "seed {seed}");
    }
}

#[test]
fn words_and_order_do_not_matter() {
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
                    let report = thought("minimax", &small_game(text), role);
                    // What is proven about simultaneous moves depends on what is looked at first.
                    (report.values, report.proven && !simultaneous)
                });
                assert_eq!(said[0], said[1], "seed {seed}, {roles} roles");
            }
        }
    }
}
