//! Pages, scripts and styles, embedded in the binary.

use crate::failure::Failure;
use crate::server::Site;
use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use include_dir::{Dir, include_dir};
use std::sync::Arc;

static ASSETS: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets");

/// Addresses of pages, each with the file that it is.
const PAGES: [(&str, &str); 1] = [("/", "index.html")];

/// The pages at their addresses, everything else under `/assets`.
pub fn routes() -> Router<Arc<Site>> {
    let mut routes = Router::new().route("/assets/{*path}", get(asset));
    for (address, page) in PAGES {
        routes = routes.route(address, get(move || async move { file(page) }));
    }
    routes
}

async fn asset(Path(path): Path<String>) -> Response {
    file(&path)
}

fn file(path: &str) -> Response {
    match ASSETS.get_file(path) {
        Some(file) => ([(header::CONTENT_TYPE, kind(path))], file.contents()).into_response(),
        None => Failure::not_found(format!("there is no page `{path}`")).into_response(),
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
