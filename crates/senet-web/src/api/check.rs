//! The editor's questions: what is wrong with a sheet, and how it looks.

use super::input::Body;
use super::routes::Routes;
use crate::checking::{self, Checked};
use crate::failure::{Failure, FailureBody};
use crate::server::Site;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A sheet to be looked at.
#[derive(Deserialize, ToSchema)]
pub struct SheetText {
    /// The rules.
    pub rules: String,
}

/// What can be asked about sheets.
pub fn routes() -> Routes {
    Routes::new().with(__path_check, check)
}

/// What is wrong with a sheet, and its first state if it can be played.
#[utoipa::path(post, path = "/api/check", tag = "editor", request_body = SheetText,
    responses((status = 200, body = Checked), (status = 413, body = FailureBody), (status = 503, body = FailureBody)))]
async fn check(
    State(site): State<Arc<Site>>,
    Body(sheet): Body<SheetText>,
) -> Result<Json<Checked>, Failure> {
    let limits = site.limits.clone();
    let checked = site
        .desk
        .work(move || checking::check(&sheet.rules, &limits));
    Ok(Json(checked.await?))
}
