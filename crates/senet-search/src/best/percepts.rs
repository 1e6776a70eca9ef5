//! Finds out whether a game hides information.

use fastrand::Rng;
use senet_engine::{Game, RoleId, Stopped, legal_moves, random_joint};

/// The number of joint moves of the random match that looks for percepts.
const MOST_MOVES: usize = 30;

/// True if a role gets percepts in a random match. Games without hidden information have none.
pub fn gives_percepts(game: &dyn Game, seed: u64) -> Result<bool, Stopped> {
    let mut rng = Rng::with_seed(seed);
    let mut state = game.initial()?;
    for _ in 0..MOST_MOVES {
        let Some(joint) = random_joint(&legal_moves(game, &state)?, &mut rng) else {
            break;
        };
        for role in 0..game.roles().len() as RoleId {
            if !game.sees(&state, &joint, role)?.is_empty() {
                return Ok(true);
            }
        }
        state = game.next(&state, &joint)?;
        if game.is_terminal(&state)? {
            break;
        }
    }
    Ok(false)
}
