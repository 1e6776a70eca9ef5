//! All routes, and their OpenAPI description.

use super::routes::Routes;
use super::{check, facts, games, people, pictures, players, records, saving, tables, tournaments};
use crate::server::Site;
use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use std::sync::Arc;
use utoipa::openapi::OpenApi;

/// The address of the description.
const ADDRESS: &str = "/api/openapi.json";

/// All routes of the interface.
pub fn routes() -> Router<Arc<Site>> {
    let (router, description) = all().into_parts();
    let text: Arc<str> = text(&description).into();
    router.route(ADDRESS, get(move || async move { document(&text) }))
}

fn all() -> Routes {
    Routes::new()
        .and(games::routes())
        .and(pictures::routes())
        .and(facts::routes())
        .and(check::routes())
        .and(saving::routes())
        .and(players::routes())
        .and(tables::routes())
        .and(people::routes())
        .and(records::routes())
        .and(tournaments::routes())
}

fn text(description: &OpenApi) -> String {
    // The description always becomes JSON; if it does not, the reason is sent.
    serde_json::to_string(description).unwrap_or_else(|error| error.to_string())
}

fn document(text: &str) -> impl IntoResponse + use<> {
    (
        [(header::CONTENT_TYPE, "application/json")],
        text.to_string(),
    )
}
