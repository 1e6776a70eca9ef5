//! Protection against other sites, and the content security policy.
//!
//! A page of another site can make a browser send requests here, but it cannot set a custom header without permission, which it never gets. Requests
//! that change something must therefore send `X-Senet`. The `Host` header exposes a foreign name that points to this machine (DNS rebinding).

use crate::failure::Failure;
use crate::server::Site;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The header of requests from our pages and from programs.
const OWN: &str = "x-senet";

/// Pages may run the embedded scripts and styles and talk to this server only. Pictures have inline styles.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; \
                      form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// Rejects requests from other sites, and sends the content security policy.
pub async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let mut response = match refusal(&site, &request) {
        Some(failure) => failure.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn refusal(site: &Site, request: &Request) -> Option<Failure> {
    let text = |name: HeaderName| request.headers().get(name).and_then(|v| v.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    if !site.answers_to(host) {
        return Some(Failure::new(
            StatusCode::MISDIRECTED_REQUEST,
            format!("this server is not called `{host}`"),
            "use the address that it printed when it started",
        ));
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let foreign = text(header::ORIGIN).is_some_and(|origin| !is_own(origin, host));
    let own = request.headers().contains_key(OWN);
    if reads || (own && !foreign) {
        return None;
    }
    Some(Failure::new(
        StatusCode::FORBIDDEN,
        "a request that changes something must come from Senet's own pages",
        "programs send the header `X-Senet: 1`",
    ))
}

fn is_own(origin: &str, host: &str) -> bool {
    let bare = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"));
    bare == Some(host)
}
