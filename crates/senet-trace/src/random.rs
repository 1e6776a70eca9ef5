//! Uniformly random play with a seed.

use fastrand::Rng;
use senet_engine::{Game, MoveId, State, Stopped, spread_seed};

/// Returns the random number generator of match `number` of a seed. It does not depend on the other matches.
pub fn match_rng(seed: u64, number: u64) -> Rng {
    Rng::with_seed(spread_seed(seed, number))
}

/// Returns the legal moves of every role, in role order.
pub fn legal_moves(game: &dyn Game, state: &State) -> Result<Vec<Vec<MoveId>>, Stopped> {
    (0..game.roles().len())
        .map(|role| game.legal(state, role))
        .collect()
}

/// Chooses a legal move for each role, uniformly at random; `None` if a role has no legal move.
pub fn random_joint(legal: &[Vec<MoveId>], rng: &mut Rng) -> Option<Vec<MoveId>> {
    legal
        .iter()
        .map(|moves| rng.choice(moves).copied())
        .collect()
}
