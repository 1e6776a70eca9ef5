//! Requests that are too long.

use crate::failure::Failure;
use crate::server::Site;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use std::sync::Arc;

/// Bodies of up to this many times the limit are read and dropped.
const DRAINED: u64 = 16;

/// Rejects requests whose declared length is too long. Their bodies are still read and dropped, because most clients read the answer only after they
/// have sent everything. Even longer requests get no answer.
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
        format!("{length} bytes exceed the limit of {limit}"),
        "send a smaller request",
    )
    .into_response()
}
