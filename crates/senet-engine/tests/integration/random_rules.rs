//! All back ends derive the same from random recursive rules.

use crate::random::rules;
use fastrand::Rng;
use senet_engine::{BackEnd, Game, LoadOptions, State, load};
use senet_gdl::Sheet;
use std::fmt::Write;

/// Number of games; game `n` uses seed `n`.
const GAMES: u64 = 400;

#[test]
fn back_ends_agree_on_random_rules() {
    for seed in 0..GAMES {
        let rules = rules(&mut Rng::with_seed(seed));
        let sheet = Sheet::read(rules.as_str());
        let texts = BackEnd::ALL.map(|back_end| {
            let options = LoadOptions {
                force: true,
                back_end: Some(back_end),
                ..LoadOptions::default()
            };
            let loaded = load(&sheet, &options);
            let loaded = loaded.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{rules}"));
            answers(&*loaded.game, seed)
        });
        for (back_end, text) in BackEnd::ALL.iter().zip(&texts) {
            assert_eq!(*text, texts[0], "{back_end}, seed {seed}\n{rules}");
        }
    }
}

/// The answers of the game along a random match.
fn answers(game: &dyn Game, seed: u64) -> String {
    let mut rng = Rng::with_seed(seed);
    let mut texts = String::new();
    let mut state = game.initial().expect("few facts");
    for _ in 0..4 {
        let moves = game.legal(&state, 0).expect("few facts");
        describe(game, &state, &mut texts);
        let Some(&choice) = rng.choice(&moves) else {
            break;
        };
        state = game.next(&state, &[choice]).expect("few facts");
    }
    texts
}

fn describe(game: &dyn Game, state: &State, texts: &mut String) {
    let moves = game.legal(state, 0).expect("few facts");
    let moves: Vec<_> = moves.iter().map(|&m| game.move_name(0, m)).collect();
    let end = game.is_terminal(state).expect("few facts");
    let goal = game.goal(state, 0).expect("few facts");
    writeln!(texts, "{:?} {moves:?} {end} {goal:?}", game.fluents(state)).expect("a string");
}
