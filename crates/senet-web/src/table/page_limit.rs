//! The largest state that a page shows.

use senet_arena::Match;

/// The largest number of facts in a state, and of legal moves of a role, that a page shows.
const MAX_SHOWN: usize = 20_000;

/// Why the current state of a match is too large for a page; `None` if it is not.
pub fn too_large(game: &Match) -> Option<String> {
    let too_many = |what: String| {
        Some(format!(
            "{what}, more than the {MAX_SHOWN} that a page can show"
        ))
    };
    let mut legal = game.legal_moves().iter();
    if let Some(role) = legal.position(|moves| moves.len() > MAX_SHOWN) {
        let name = &game.rules().role_names()[role];
        let count = game.legal(role).len();
        return too_many(format!("{name} has {count} legal moves"));
    }
    let facts = game.rules().game.fluents(game.state()).len();
    match facts > MAX_SHOWN {
        true => too_many(format!("the state has {facts} facts")),
        false => None,
    }
}
