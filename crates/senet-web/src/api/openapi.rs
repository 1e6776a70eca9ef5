//! All routes in one table, and their description for other programs.

use super::routes::Routes;
use super::{check, facts, games, pictures, players, records, saving, tables, tournaments};
use crate::server::Site;
use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use std::sync::Arc;
use utoipa::openapi::OpenApi;

/// Where the description is.
const ADDRESS: &str = "/api/openapi.json";

/// All of the interface.
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
        .and(records::routes())
        .and(tournaments::routes())
}

fn text(description: &OpenApi) -> String {
    // The description is plain data that was made a moment ago; where it cannot be written, the reason is sent.
    serde_json::to_string(description).unwrap_or_else(|error| error.to_string())
}

fn document(text: &str) -> impl IntoResponse + use<> {
    (
        [(header::CONTENT_TYPE, "application/json")],
        text.to_string(),
    )
}
