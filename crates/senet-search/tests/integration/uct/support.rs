//! Helper functions: games, players and matches.

use senet_engine::{Game, LoadOptions, MoveId, QueryLimits, RoleId, State, load};
use senet_gdl::Sheet;
use senet_search::{Budget, MoveChoice, Player, PlayerName, Setting, player, watched_deadline};
use std::sync::Arc;

/// Loads a game.
pub fn game_of(rules: &str) -> Arc<dyn Game> {
    let options = LoadOptions {
        limits: QueryLimits {
            deadline: watched_deadline(),
            ..QueryLimits::default()
        },
        ..LoadOptions::default()
    };
    Arc::from(load(&Sheet::read(rules), &options).unwrap().game)
}

/// A game of the library.
pub fn library_game(name: &str) -> Arc<dyn Game> {
    game_of(senet_library::find(name).unwrap().rules)
}

/// Creates a player.
pub fn new_player(name: &str, game: &Arc<dyn Game>, role: RoleId, seed: u64) -> Box<dyn Player> {
    let setting = Setting {
        game: game.clone(),
        role,
        seed,
        learn: None,
    };
    player(&name.parse::<PlayerName>().unwrap(), setting).unwrap()
}

/// The choice of a new player in a state.
pub fn choose(
    name: &str,
    game: &Arc<dyn Game>,
    role: RoleId,
    state: &State,
    budget: &Budget,
) -> MoveChoice {
    new_player(name, game, role, 1)
        .choose(state, budget)
        .unwrap()
}

/// The state after joint moves given as text.
pub fn state_after(game: &dyn Game, joints: &[&[&str]]) -> State {
    let mut state = game.initial().unwrap();
    for joint in joints {
        let id = |(role, text): (usize, &&str)| game.find_move(role, text).unwrap();
        let joint: Vec<MoveId> = joint.iter().enumerate().map(id).collect();
        state = game.next(&state, &joint).unwrap();
    }
    state
}

/// A budget with this many simulations.
pub fn simulations(count: u64) -> Budget {
    Budget::unlimited().with_simulations(count)
}
