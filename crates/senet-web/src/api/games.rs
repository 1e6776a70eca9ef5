//! The games and what is known of each.

use crate::server::Site;
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A game in a list.
#[derive(Serialize, ToSchema)]
pub struct GameCard {
    /// The name by which the interface knows it.
    pub name: String,
    /// The name by which people know it.
    pub title: String,
    /// The rules in plain words.
    pub summary: String,
    /// The roles, in order.
    pub roles: Vec<String>,
    /// What kind of game it is.
    pub tags: Vec<String>,
}

/// What can be asked about games.
pub fn routes() -> Router<Arc<Site>> {
    Router::new().route("/games", get(list))
}

async fn list(State(site): State<Arc<Site>>) -> Json<Vec<GameCard>> {
    let card = |game: &senet_library::LibraryGame| GameCard {
        name: game.name.to_string(),
        title: game.title.clone(),
        summary: game.summary.clone(),
        roles: game.roles.clone(),
        tags: game.tags.clone(),
    };
    Json(site.catalogue.games().iter().map(card).collect())
}
