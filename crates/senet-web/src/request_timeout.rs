//! The time limit of a request until its answer starts.

use crate::failure::Failure;
use crate::server::Site;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Fails requests with slow bodies or slow answers. An answer that has started, such as an event stream, has no limit.
pub async fn request_timeout(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    match tokio::time::timeout(site.limits.request, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Failure::new(
            StatusCode::REQUEST_TIMEOUT,
            "the request took too long",
            "try again later",
        )
        .into_response(),
    }
}
