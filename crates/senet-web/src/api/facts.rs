//! Facts about games.

use super::input::Named;
use super::routes::Routes;
use crate::facts::FactSheet;
use crate::failure::{Failure, FailureBody};
use crate::server::Site;
use axum::Json;
use axum::extract::State;
use std::sync::Arc;

/// The routes for facts.
pub fn routes() -> Routes {
    Routes::new().with(__path_facts, facts)
}

/// The facts found about a game so far. The first request starts the work; repeat it to see the progress.
#[utoipa::path(get, path = "/api/games/{name}/facts", tag = "games", params(("name" = String, Path, description = "The name of a game")),
    responses((status = 200, body = FactSheet), (status = 404, body = FailureBody), (status = 503, body = FailureBody)))]
async fn facts(
    State(site): State<Arc<Site>>,
    Named(name): Named<String>,
) -> Result<Json<FactSheet>, Failure> {
    let game = site.catalogue.find(&name)?;
    site.facts.of(&game).map(Json)
}
