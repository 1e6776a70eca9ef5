//! Pictures of games: the first state, and the rule graph.

use super::input::{Asked, Named};
use super::routes::Routes;
use crate::client::Client;
use crate::failure::{Failure, FailureBody};
use crate::server::Site;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// The routes for pictures.
pub fn routes() -> Routes {
    Routes::new()
        .with(__path_thumbnail, thumbnail)
        .with(__path_graph, graph)
}

/// The first state of a game.
#[utoipa::path(get, path = "/api/games/{name}/thumbnail.svg", tag = "games", params(("name" = String, Path, description = "The name of a game")),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 404, body = FailureBody), (status = 422, body = FailureBody)))]
async fn thumbnail(
    State(site): State<Arc<Site>>,
    Named(name): Named<String>,
) -> Result<Response, Failure> {
    let game = site.catalogue.find(&name)?;
    let svg = site.thumbnails.of(&game).await?;
    Ok(picture(svg.to_string()))
}

/// The part of the graph.
#[derive(Deserialize, IntoParams)]
struct Part {
    /// Only the rule with this number, from 1 on.
    rule: Option<usize>,
}

/// The rule graph of a game.
#[utoipa::path(get, path = "/api/games/{name}/graph.svg", tag = "games",
    params(("name" = String, Path, description = "The name of a game"), Part),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 404, body = FailureBody), (status = 413, body = FailureBody), (status = 429, body = FailureBody)))]
async fn graph(
    State(site): State<Arc<Site>>,
    client: Client,
    Named(name): Named<String>,
    Asked(part): Asked<Part>,
) -> Result<Response, Failure> {
    let game = site.catalogue.find(&name)?;
    let svg = site.graphs.of(&site, client, &game, part.rule).await?;
    Ok(picture(svg.to_string()))
}

fn picture(svg: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response()
}
