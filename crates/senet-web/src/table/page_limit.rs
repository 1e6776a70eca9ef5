//! The largest state, and the longest moves, that a page shows.

use senet_arena::Match;

/// The largest number of facts in a state, and of legal moves of a role, that a page shows.
const MAX_SHOWN: usize = 20_000;
/// The largest number of bytes of all moves of a match. Every view contains them, and what people write for them.
const MAX_MOVES: usize = 4 << 20;

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
    let moves = game.turns().iter().flat_map(|turn| &turn.moves);
    let bytes: usize = moves.map(String::len).sum();
    if bytes > MAX_MOVES {
        return Some(format!(
            "the moves have {bytes} bytes, more than the {MAX_MOVES} that a page can show"
        ));
    }
    let facts = game.rules().game.fluents(game.state()).len();
    match facts > MAX_SHOWN {
        true => too_many(format!("the state has {facts} facts")),
        false => None,
    }
}
