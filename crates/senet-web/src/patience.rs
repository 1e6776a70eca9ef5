//! How long a request may take, until its answer begins.

use crate::failure::Failure;
use crate::server::Site;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Gives requests up whose bodies come too slowly, or whose answers take too long. Answers that have begun, such as streams of events, take as long as they
/// like.
pub async fn patience(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    match tokio::time::timeout(site.limits.request, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Failure::new(
            StatusCode::REQUEST_TIMEOUT,
            "this took too long and was given up",
            "try again later",
        )
        .into_response(),
    }
}
