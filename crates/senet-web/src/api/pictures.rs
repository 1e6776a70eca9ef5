//! Pictures of games: the first state, and the rule graph.

use super::input::{Asked, Named};
use super::routes::Routes;
use crate::failure::{Failure, FailureBody};
use crate::server::Site;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use senet_gdl::Sheet;
use senet_graph::export::{self, SvgError, SvgOptions};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// The largest rule graph in nodes that is still readable.
const GRAPH_NODES: usize = 1500;

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
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 404, body = FailureBody), (status = 413, body = FailureBody)))]
async fn graph(
    State(site): State<Arc<Site>>,
    Named(name): Named<String>,
    Asked(part): Asked<Part>,
) -> Result<Response, Failure> {
    let game = site.catalogue.find(&name)?;
    let rules = game.rules.clone();
    let options = site.jobs.work(move || draw_graph(&rules, part.rule));
    options.await?.map(picture)
}

fn draw_graph(rules: &str, rule: Option<usize>) -> Result<String, Failure> {
    let description = Sheet::read(rules).description;
    let graph = senet_graph::occurrence(&description);
    let options = SvgOptions {
        rule,
        nodes: GRAPH_NODES,
    };
    export::svg(&graph, &description.symbols, options).map_err(|error| {
        let (status, help) = match error {
            SvgError::TooLarge { .. } => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "ask for one rule, for example with ?rule=1",
            ),
            SvgError::NoRule { .. } => (StatusCode::NOT_FOUND, "choose one of these numbers"),
        };
        Failure::new(status, error.to_string(), help)
    })
}

fn picture(svg: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response()
}
