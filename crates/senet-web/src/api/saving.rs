//! Saves and deletes the games of visitors.

use super::input::{Body, Named};
use super::routes::Routes;
use crate::catalogue::{GameName, Visitor};
use crate::checking;
use crate::client::Client;
use crate::failure::{Failure, FailureBody};
use crate::quotas::Work;
use crate::server::Site;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use senet_gdl::Sheet;
use senet_library::Card;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// The longest title.
const TITLE: usize = 200;
/// The longest summary.
const SUMMARY: usize = 10_000;

/// A game to save.
#[derive(Deserialize, ToSchema)]
pub struct NewGame {
    /// Lower-case letters, digits and hyphens.
    pub name: String,
    /// The title. Default: the name.
    #[serde(default)]
    pub title: String,
    /// The rules in plain words.
    #[serde(default)]
    pub summary: String,
    /// The rule sheet.
    pub rules: String,
}

/// A saved game.
#[derive(Serialize, ToSchema)]
pub struct Saved {
    /// The name.
    pub name: String,
    /// The key of a new game. Requests that replace or delete the game send it as `X-Senet-Key`. Missing if an old game was replaced: its key stays
    /// valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// The routes for saved games.
pub fn routes() -> Routes {
    Routes::new()
        .with(__path_save, save)
        .with(__path_delete, delete)
}

/// Saves a game. With the owner's key, it replaces a saved game of the same name.
#[utoipa::path(post, path = "/api/games", tag = "editor", request_body = NewGame,
    params(("X-Senet-Key" = Option<String>, Header, description = "The key of the game to replace")),
    responses((status = 201, body = Saved), (status = 409, body = FailureBody), (status = 429, body = FailureBody), (status = 507, body = FailureBody)))]
async fn save(
    State(site): State<Arc<Site>>,
    client: Client,
    headers: HeaderMap,
    Body(game): Body<NewGame>,
) -> Result<(StatusCode, Json<Saved>), Failure> {
    site.quotas.take(client, Work::Save)?;
    let name = GameName::new(&game.name)?;
    let rules: Arc<str> = game.rules.as_str().into();
    let card = site.jobs.work(client, move || card(&game)).await??;
    let visitor = Visitor { client, headers };
    let saved = site.catalogue.save(name.clone(), card, rules, &visitor);
    let saved = saved.await?;
    if let Some(replaced) = saved.replaced {
        site.facts.forget(&replaced);
    }
    let (name, key) = (name.to_string(), saved.key);
    Ok((StatusCode::CREATED, Json(Saved { name, key })))
}

/// Deletes a saved game.
#[utoipa::path(delete, path = "/api/games/{name}", tag = "editor",
    params(("name" = String, Path, description = "The name of a game"), ("X-Senet-Key" = Option<String>, Header, description = "The key of the game")),
    responses((status = 204), (status = 404, body = FailureBody), (status = 409, body = FailureBody), (status = 429, body = FailureBody)))]
async fn delete(
    State(site): State<Arc<Site>>,
    client: Client,
    headers: HeaderMap,
    Named(name): Named<String>,
) -> Result<StatusCode, Failure> {
    site.quotas.take(client, Work::Save)?;
    let visitor = Visitor { client, headers };
    let deleted = site.catalogue.delete(&name, &visitor).await?;
    site.facts.forget(&deleted);
    Ok(StatusCode::NO_CONTENT)
}

/// The card of a game; only a sheet without errors has one.
fn card(game: &NewGame) -> Result<Card, Failure> {
    if game.title.chars().count() > TITLE || game.summary.chars().count() > SUMMARY {
        let help = format!("a title has at most {TITLE} letters, a summary {SUMMARY}");
        return Err(Failure::new(
            StatusCode::BAD_REQUEST,
            "the description is too long",
            help,
        ));
    }
    let sheet = Sheet::read(game.rules.as_str());
    let errors = checking::errors(&senet_gdl::check(&sheet));
    if errors > 0 {
        return Err(Failure::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            format!("the rules have errors ({errors})"),
            "fix the errors that the editor shows, then save",
        ));
    }
    let symbols = &sheet.description.symbols;
    let roles = sheet.description.roles().into_iter();
    let roles: Vec<String> = roles
        .map(|role| symbols.spelling(role).to_string())
        .collect();
    Ok(Card {
        title: match game.title.trim() {
            "" => game.name.clone(),
            title => title.to_string(),
        },
        summary: game.summary.trim().to_string(),
        tags: vec![players(roles.len())],
        roles,
        source: "Saved by a visitor.".to_string(),
        public: None,
    })
}

/// The tag for the number of players.
fn players(count: usize) -> String {
    const NUMBERS: [&str; 6] = ["single", "two", "three", "four", "five", "six"];
    match count.checked_sub(1).and_then(|at| NUMBERS.get(at)) {
        Some(number) => format!("{number}-player"),
        None => format!("{count}-player"),
    }
}
