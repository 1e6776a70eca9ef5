//! One quick match between given players.

use crate::{Budget, Player};
use fastrand::Rng;
use senet_engine::{Game, MoveId, State, Stopped, legal_moves, random_joint};

/// A match ends without a result after this many joint moves.
const MOST_MOVES: usize = 1_000;

/// The state after some random joint moves, before the end of the match.
pub fn opening(game: &dyn Game, moves: usize, rng: &mut Rng) -> Result<State, Stopped> {
    let mut state = game.initial()?;
    for _ in 0..moves {
        let Some(joint) = random_joint(&legal_moves(game, &state)?, rng) else {
            break;
        };
        let next = game.next(&state, &joint)?;
        if game.is_terminal(&next)? {
            break;
        }
        state = next;
    }
    Ok(state)
}

/// Plays a match from a state. Each move takes a share of the budget. Returns the goals, or `None` if the match did
/// not end in time.
pub fn play(
    game: &dyn Game,
    mut state: State,
    players: &mut [Box<dyn Player>],
    budget: &Budget,
    share: f64,
) -> Result<Option<Vec<f64>>, Stopped> {
    for _ in 0..MOST_MOVES {
        if game.is_terminal(&state)? {
            return goals(game, &state).map(Some);
        }
        if budget.is_over() {
            return Ok(None);
        }
        let choose = |player: &mut Box<dyn Player>| {
            let part = budget.part(share).without_listener();
            Ok(player.choose(&state, &part)?.chosen)
        };
        let joint: Vec<MoveId> = players
            .iter_mut()
            .map(choose)
            .collect::<Result<_, Stopped>>()?;
        state = game.next(&state, &joint)?;
        for player in players.iter_mut() {
            player.observe(&joint, &state);
        }
    }
    Ok(None)
}

fn goals(game: &dyn Game, state: &State) -> Result<Vec<f64>, Stopped> {
    let roles = 0..game.roles().len();
    let goal = |role| Ok(f64::from(game.goal(state, role)?.value().unwrap_or(0)));
    roles.map(goal).collect()
}
