//! Helper functions for the tests of players.

#![allow(dead_code, missing_docs)]

pub mod exhaustive_search;
pub mod random_games;

use senet_engine::{BackEnd, Game, LoadOptions, State, load};
use senet_search::{Budget, Player, Setting, player, watched_deadline};
use std::sync::Arc;

/// Loads a game.
pub fn game_of(rules: &str) -> Arc<dyn Game> {
    game_with(rules, LoadOptions::default())
}

/// Loads a game without compilation, which does not pay off for small games.
pub fn small_game(rules: &str) -> Arc<dyn Game> {
    let back_end = Some(BackEnd::Circuit);
    let options = LoadOptions {
        back_end,
        ..LoadOptions::default()
    };
    game_with(rules, options)
}

fn game_with(rules: &str, mut options: LoadOptions) -> Arc<dyn Game> {
    options.force = true;
    options.limits.deadline = watched_deadline();
    let sheet = senet_gdl::Sheet::read(rules);
    let loaded = load(&sheet, &options).unwrap_or_else(|error| panic!("{error}"));
    Arc::from(loaded.game)
}

/// A game of the library.
pub fn library(key: &str) -> Arc<dyn Game> {
    let game = senet_library::find(key).unwrap_or_else(|| panic!("no game {key}"));
    game_of(game.rules)
}

/// Creates a player.
pub fn new_player(name: &str, game: &Arc<dyn Game>, role: usize, seed: u64) -> Box<dyn Player> {
    let setting = Setting {
        game: game.clone(),
        role,
        seed,
        learn: None,
    };
    let name = name.parse().unwrap_or_else(|error| panic!("{error}"));
    player(&name, setting).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays a match with a new budget for each move. Returns the goals.
pub fn play(
    game: &Arc<dyn Game>,
    players: &mut [Box<dyn Player>],
    budget: impl Fn() -> Budget,
) -> Vec<i32> {
    let mut state = game.initial().unwrap();
    while !game.is_terminal(&state).unwrap() {
        let choose = |player: &mut Box<dyn Player>| player.choose(&state, &budget()).unwrap();
        let joint: Vec<_> = players.iter_mut().map(choose).map(|c| c.chosen).collect();
        assert_legal(game, &state, &joint);
        state = game.next(&state, &joint).unwrap();
        players
            .iter_mut()
            .for_each(|player| player.observe(&joint, &state));
    }
    goals(game, &state)
}

fn assert_legal(game: &Arc<dyn Game>, state: &State, joint: &[senet_engine::MoveId]) {
    for (role, id) in joint.iter().enumerate() {
        let legal = game.legal(state, role).unwrap();
        assert!(legal.contains(id), "{}", game.move_name(role, *id));
    }
}

/// The goals of all roles in a state.
pub fn goals(game: &Arc<dyn Game>, state: &State) -> Vec<i32> {
    let goal = |role| game.goal(state, role).unwrap().value().unwrap();
    (0..game.roles().len()).map(goal).collect()
}
