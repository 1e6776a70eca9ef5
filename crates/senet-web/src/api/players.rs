//! The players that can be seated.

use super::routes::Routes;
use axum::Json;
use senet_search::{KindInfo, KindOption, PLAYER_KINDS};
use serde::Serialize;
use utoipa::ToSchema;

/// A kind of player.
#[derive(Serialize, ToSchema)]
pub struct PlayerKind {
    /// What it is called.
    pub kind: String,
    /// What it does.
    pub about: String,
    /// What can be set, as `kind:key=value,key=value`.
    pub options: Vec<PlayerOption>,
}

/// Something that can be set.
#[derive(Serialize, ToSchema)]
pub struct PlayerOption {
    /// What it is called.
    pub key: String,
    /// What it does.
    pub about: String,
    /// What it is if nothing is said.
    pub default: String,
}

/// What can be asked about players.
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
