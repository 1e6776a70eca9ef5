//! Uniformly random joint moves.

use crate::{Game, MoveId, State, Stopped};
use fastrand::Rng;

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
