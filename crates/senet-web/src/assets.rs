//! Pages, scripts and styles, embedded in the binary.
//!
//! A page is `pages/NAME.html` within `layout.html`, plus the script of the same name. Browsers revalidate their copies on every request, so
//! pages of a new binary never run old scripts.

use crate::failure::Failure;
use crate::server::Site;
use axum::Router;
use axum::extract::Path;
use axum::http::header::{self, HeaderMap};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use include_dir::{Dir, include_dir};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

static ASSETS: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets");

/// A page: its address, its name and its first title.
type Page = (&'static str, &'static str, &'static str);

/// The pages.
const PAGES: [Page; 8] = [
    ("/", "library", "Games"),
    ("/games/{name}", "game", "Game"),
    ("/play", "setup", "New game"),
    ("/tables/{id}", "table", "Table"),
    ("/watch", "watch", "Watch"),
    ("/records/{id}", "record", "Replay"),
    ("/tournaments/{name}", "tournament", "Tournament"),
    ("/edit", "editor", "Write a game"),
];

/// The page for unknown addresses.
const LOST: Page = ("", "lost", "Not found");

/// The pages at their addresses, and all other files under `/assets`.
pub fn routes() -> Router<Arc<Site>> {
    let mut routes = Router::new()
        .route("/assets/{*path}", get(asset))
        .fallback(lost);
    for page in PAGES {
        let text = composed(page);
        let answer = move |headers: HeaderMap| {
            let fresh = answer("page.html", text.as_bytes(), &headers);
            async move { fresh }
        };
        routes = routes.route(page.0, get(answer));
    }
    routes
}

/// A page within the layout.
fn composed((_, name, title): Page) -> String {
    text("layout.html")
        .replace("{{title}}", title)
        .replace("{{name}}", name)
        .replace("{{main}}", text(&format!("pages/{name}.html")))
}

/// An embedded text. Tests open every page, so none is missing.
fn text(path: &str) -> &'static str {
    let file = ASSETS.get_file(path);
    file.and_then(|file| file.contents_utf8())
        .unwrap_or_default()
}

async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    match ASSETS.get_file(&path) {
        Some(file) => answer(&path, file.contents(), &headers),
        None => Failure::not_found(format!("there is no file `{path}`")).into_response(),
    }
}

/// The interface answers unknown addresses with JSON; everything else with a page.
async fn lost(uri: Uri) -> Response {
    let path = uri.path();
    if path.starts_with("/api") {
        return Failure::not_found(format!("there is nothing at `{path}`")).into_response();
    }
    let headers = [(header::CONTENT_TYPE, kind("lost.html"))];
    (StatusCode::NOT_FOUND, headers, composed(LOST)).into_response()
}

/// The file, or 304 if the browser's copy is current.
fn answer(path: &str, contents: &[u8], asked: &HeaderMap) -> Response {
    let tag = tag(contents);
    let common = [
        (header::ETAG, tag.as_str()),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    let known = asked.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(header::CONTENT_TYPE, kind(path))];
    (common, kind, contents.to_vec()).into_response()
}

/// An entity tag for the contents.
fn tag(contents: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    contents.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn files<'a>(folder: &'a Dir<'a>, found: &mut Vec<&'a include_dir::File<'a>>) {
        found.extend(folder.files());
        for inner in folder.dirs() {
            files(inner, found);
        }
    }

    fn scripts() -> Vec<(String, &'static str)> {
        let mut found = Vec::new();
        files(&ASSETS, &mut found);
        let name = |file: &include_dir::File| file.path().to_string_lossy().into_owned();
        let all = found.into_iter();
        let scripts = all.filter(|file| file.path().extension().is_some_and(|e| e == "js"));
        scripts
            .map(|file| (name(file), file.contents_utf8().expect("scripts are text")))
            .collect()
    }

    #[test]
    fn every_page_is_there_with_its_script() {
        for page in PAGES.into_iter().chain([LOST]) {
            let whole = composed(page);
            assert!(whole.contains("<main"), "{} has no main part", page.1);
            assert!(!whole.contains("{{"), "{} has an empty slot", page.1);
            assert!(!text(&format!("pages/{}.js", page.1)).is_empty());
        }
    }

    #[test]
    fn no_script_turns_text_into_markup_or_code() {
        let forbidden = [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "srcdoc",
        ];
        assert!(scripts().len() > PAGES.len());
        for (name, text) in scripts() {
            for word in forbidden {
                assert!(!text.contains(word), "{name} uses {word}");
            }
        }
    }

    #[test]
    fn pages_load_nothing_from_other_sites() {
        let mut found = Vec::new();
        files(&ASSETS, &mut found);
        for file in found {
            let text = file.contents_utf8().expect("assets are text");
            let named = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!named.contains("://"), "{}", file.path().display());
        }
    }

    #[test]
    fn current_copy_gets_not_modified() {
        let first = answer("a.css", b"a {}", &HeaderMap::new());
        assert_eq!(first.status(), StatusCode::OK);
        let mut asked = HeaderMap::new();
        asked.insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
        assert_eq!(
            answer("a.css", b"a {}", &asked).status(),
            StatusCode::NOT_MODIFIED
        );
        assert_eq!(answer("a.css", b"b {}", &asked).status(), StatusCode::OK);
    }
}
