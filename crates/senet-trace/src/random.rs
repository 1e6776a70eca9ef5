//! Uniformly random play, reproducible from a seed.

use fastrand::Rng;
use senet_engine::{Game, MoveId, State, Stopped, spread_seed};

/// The random numbers of match `number` of a seed: the same whether or not the matches before it are played.
pub fn match_rng(seed: u64, number: u64) -> Rng {
    Rng::with_seed(spread_seed(seed, number))
}

/// The legal moves of every role, in role order.
pub fn legal_moves(game: &dyn Game, state: &State) -> Result<Vec<Vec<MoveId>>, Stopped> {
    (0..game.roles().len())
        .map(|role| game.legal(state, role))
        .collect()
}

/// One legal move for each role, each equally likely; nothing if a role has none.
pub fn random_joint(legal: &[Vec<MoveId>], rng: &mut Rng) -> Option<Vec<MoveId>> {
    legal
        .iter()
        .map(|moves| rng.choice(moves).copied())
        .collect()
}
