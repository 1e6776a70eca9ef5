//! Requests that are too long.

use crate::failure::Failure;
use crate::server::Site;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use std::sync::Arc;

/// So many times the limit is read and thrown away.
const DRAINED: u64 = 16;

/// Refuses requests that say that they are too long. What they bring is read all the same, and thrown away: most clients look at the answer only when they have sent
/// everything. Those that are longer still have to do without.
pub async fn refuse_long(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let limit = site.limits.body_bytes as u64;
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|text| text.to_str().ok()?.parse::<u64>().ok());
    let Some(length) = length.filter(|length| *length > limit) else {
        return next.run(request).await;
    };
    if length <= limit.saturating_mul(DRAINED) {
        let mut body = request.into_body().into_data_stream();
        while let Some(Ok(_)) = body.next().await {}
    }
    Failure::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("{length} bytes are more than the {limit} that are read"),
        "send something smaller",
    )
    .into_response()
}
