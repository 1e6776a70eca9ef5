//! The games: the list, and each game with its rules.

use super::input::Named;
use super::routes::Routes;
use crate::catalogue::GameEntry;
use crate::failure::{Failure, FailureBody};
use crate::server::Site;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A game in a list.
#[derive(Serialize, ToSchema)]
pub struct GameCard {
    /// The name in addresses.
    pub name: String,
    /// The title.
    pub title: String,
    /// The rules in plain words.
    pub summary: String,
    /// The roles, in order.
    pub roles: Vec<String>,
    /// The kind of game.
    pub tags: Vec<String>,
    /// True if a visitor saved the game.
    pub own: bool,
    /// True if only the key of its owner allows changes.
    pub owned: bool,
}

/// A game with its rules.
#[derive(Serialize, ToSchema)]
pub struct GamePage {
    /// The card of the game.
    #[serde(flatten)]
    pub card: GameCard,
    /// The source of the rules.
    pub source: String,
    /// The rule sheet.
    pub rules: String,
}

impl GameCard {
    fn of(game: &GameEntry) -> GameCard {
        GameCard {
            name: game.name.clone(),
            title: game.card.title.clone(),
            summary: game.card.summary.clone(),
            roles: game.card.roles.clone(),
            tags: game.card.tags.clone(),
            own: game.own,
            owned: game.owner.is_some(),
        }
    }
}

/// The routes for games.
pub fn routes() -> Routes {
    Routes::new()
        .with(__path_list, list)
        .with(__path_show, show)
}

/// All games.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameCard>)))]
async fn list(State(site): State<Arc<Site>>) -> Json<Vec<GameCard>> {
    let games = site.catalogue.games();
    Json(games.iter().map(|game| GameCard::of(game)).collect())
}

/// A game with its rules.
#[utoipa::path(get, path = "/api/games/{name}", tag = "games", params(("name" = String, Path, description = "The name of a game")),
    responses((status = 200, body = GamePage), (status = 404, body = FailureBody)))]
async fn show(
    State(site): State<Arc<Site>>,
    Named(name): Named<String>,
) -> Result<Json<GamePage>, Failure> {
    let game = site.catalogue.find(&name)?;
    Ok(Json(GamePage {
        card: GameCard::of(&game),
        source: game.card.source.clone(),
        rules: game.rules.to_string(),
    }))
}
