//! The role that no player has.

use senet_engine::{Game, RoleId};

/// The role of chance, which makes each of its legal moves equally often: GDL-II's keyword `random`.
pub fn chance_role(game: &dyn Game) -> Option<RoleId> {
    game.roles().iter().position(|role| role == "random")
}
