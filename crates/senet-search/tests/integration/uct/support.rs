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

/// Plays a match and returns the goals.
pub fn play(
    game: &Arc<dyn Game>,
    players: &mut [Box<dyn Player>],
    budget: impl Fn() -> Budget,
) -> Vec<i32> {
    let mut state = game.initial().unwrap();
    while !game.is_terminal(&state).unwrap() {
        let choose =
            |player: &mut Box<dyn Player>| player.choose(&state, &budget()).unwrap().chosen;
        let joint: Vec<MoveId> = players.iter_mut().map(choose).collect();
        for (role, id) in joint.iter().enumerate() {
            assert!(game.legal(&state, role).unwrap().contains(id));
        }
        state = game.next(&state, &joint).unwrap();
        players.iter_mut().for_each(|p| p.observe(&joint, &state));
    }
    let goal = |role| game.goal(&state, role).unwrap().value().unwrap();
    (0..game.roles().len()).map(goal).collect()
}

/// A budget with this many simulations.
pub fn simulations(count: u64) -> Budget {
    Budget::unlimited().with_simulations(count)
}
