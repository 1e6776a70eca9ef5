//! The table of a request that may change it.

use super::input::Named;
use crate::failure::Failure;
use crate::owner_key::KEY_HEADER;
use crate::server::Site;
use crate::table::{Party, Table};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use std::sync::Arc;

/// A table and the sender of the request, who has the key of the table or of one of its seats.
///
/// Handlers with a body take it as a `Result`, so that errors in the body are reported first.
pub struct OwnTable {
    /// The table.
    pub table: Arc<Table>,
    /// The sender, never a spectator.
    pub party: Party,
}

impl FromRequestParts<Arc<Site>> for OwnTable {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<OwnTable, Failure> {
        let Named(id) = Named::<String>::from_request_parts(parts, site).await?;
        let table = site.tables.find(&id)?;
        match table.party(key_in(&parts.headers)) {
            Party::Spectator => Err(foreign()),
            party => Ok(OwnTable { table, party }),
        }
    }
}

/// The refusal of a change by a stranger.
pub fn foreign() -> Failure {
    Failure::new(
        StatusCode::FORBIDDEN,
        "only the table's owner can change it",
        "send the table's key as `X-Senet-Key`",
    )
}

/// The key in the headers of a request.
pub fn key_in(headers: &HeaderMap) -> Option<&str> {
    headers.get(KEY_HEADER).and_then(|key| key.to_str().ok())
}
