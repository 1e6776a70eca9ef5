//! The kinds of players.

use super::routes::Routes;
use axum::Json;
use senet_search::{KindInfo, KindOption, PLAYER_KINDS};
use serde::Serialize;
use utoipa::ToSchema;

/// A kind of player.
#[derive(Serialize, ToSchema)]
pub struct PlayerKind {
    /// The name of the kind.
    pub kind: String,
    /// A description of the player.
    pub about: String,
    /// The options of the player, written as `kind:key=value,key=value`.
    pub options: Vec<PlayerOption>,
}

/// An option of a player.
#[derive(Serialize, ToSchema)]
pub struct PlayerOption {
    /// The name of the option.
    pub key: String,
    /// The effect of the option.
    pub about: String,
    /// The default value.
    pub default: String,
}

/// The routes for players.
pub fn routes() -> Routes {
    Routes::new().with(__path_list, list)
}

/// All kinds of players.
#[utoipa::path(get, path = "/api/players", tag = "tables", responses((status = 200, body = Vec<PlayerKind>)))]
async fn list() -> Json<Vec<PlayerKind>> {
    let option = |option: &KindOption| PlayerOption {
        key: option.key.to_string(),
        about: option.about.to_string(),
        default: option.default.to_string(),
    };
    let kind = |kind: &KindInfo| PlayerKind {
        kind: kind.name.to_string(),
        about: kind.about.to_string(),
        options: kind.options.iter().map(option).collect(),
    };
    Json(PLAYER_KINDS.iter().map(kind).collect())
}
