//! The role of chance.

use senet_engine::{Game, RoleId};

/// The role of chance (the GDL-II keyword `random`). It plays each of its legal moves with equal probability.
pub fn chance_role(game: &dyn Game) -> Option<RoleId> {
    game.roles().iter().position(|role| role == "random")
}
