//! The JSON interface, a file for each kind of thing.

mod games;

use crate::server::Site;
use axum::Router;
use std::sync::Arc;

/// All of it.
pub fn routes() -> Router<Arc<Site>> {
    Router::new().merge(games::routes())
}
