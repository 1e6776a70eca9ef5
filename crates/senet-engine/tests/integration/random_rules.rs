//! Random recursive rules: the reasoners must derive the same from them, in whatever order they go about it.

use crate::random::rules;
use fastrand::Rng;
use senet_engine::{BackEnd, Game, LoadOptions, State, load};
use senet_gdl::Sheet;
use std::fmt::Write;

/// How many games are made; game number `n` comes from seed `n`.
const GAMES: u64 = 400;

#[test]
fn random_rules_mean_the_same_to_all() {
    for seed in 0..GAMES {
        let rules = rules(&mut Rng::with_seed(seed));
        let sheet = Sheet::read(rules.as_str());
        let told = BackEnd::ALL.map(|back_end| {
            let options = LoadOptions {
                back_end: Some(back_end),
                ..LoadOptions::default()
            };
            let loaded = load(&sheet, &options);
            let loaded = loaded.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{rules}"));
            tell(&*loaded.game, seed)
        });
        for (back_end, text) in BackEnd::ALL.iter().zip(&told) {
            assert_eq!(*text, told[0], "{back_end}, seed {seed}\n{rules}");
        }
    }
}

/// What the game says along a random match.
fn tell(game: &dyn Game, seed: u64) -> String {
    let mut rng = Rng::with_seed(seed);
    let mut told = String::new();
    let mut state = game.initial().expect("few facts");
    for _ in 0..4 {
        let moves = game.legal(&state, 0).expect("few facts");
        describe(game, &state, &mut told);
        let Some(&choice) = rng.choice(&moves) else {
            break;
        };
        state = game.next(&state, &[choice]).expect("few facts");
    }
    told
}

fn describe(game: &dyn Game, state: &State, told: &mut String) {
    let moves = game.legal(state, 0).expect("few facts");
    let moves: Vec<_> = moves.iter().map(|&m| game.move_name(0, m)).collect();
    let end = game.is_terminal(state).expect("few facts");
    let goal = game.goal(state, 0).expect("few facts");
    writeln!(told, "{:?} {moves:?} {end} {goal:?}", game.fluents(state)).expect("a string");
}
