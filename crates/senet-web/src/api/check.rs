//! Checks rule sheets for the editor, and draws their first state.

use super::input::Body;
use super::routes::Routes;
use crate::checking::{self, Checked};
use crate::client::Client;
use crate::failure::{Failure, FailureBody};
use crate::quotas::Work;
use crate::server::Site;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A rule sheet.
#[derive(Deserialize, ToSchema)]
pub struct SheetText {
    /// The rules.
    pub rules: String,
}

/// The routes for sheets.
pub fn routes() -> Routes {
    Routes::new().with(__path_check, check)
}

/// The problems of a sheet, and its first state if it can be played.
#[utoipa::path(post, path = "/api/check", tag = "editor", request_body = SheetText,
    responses((status = 200, body = Checked), (status = 429, body = FailureBody)))]
async fn check(
    State(site): State<Arc<Site>>,
    client: Client,
    Body(sheet): Body<SheetText>,
) -> Result<Json<Checked>, Failure> {
    site.quotas.take(client, Work::Check)?;
    let limits = site.limits.clone();
    let checked = site
        .jobs
        .work(client, move || checking::check(&sheet.rules, &limits));
    Ok(Json(checked.await?))
}
