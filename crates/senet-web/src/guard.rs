//! Protection against other sites, and the content security policy.
//!
//! A page of another site can make a browser send requests here. But it needs the server's permission to set a custom header, and never gets it.
//! Requests that change something must therefore send `X-Senet`. A foreign name may point to this machine (DNS rebinding). The `Host` header shows
//! it, and only the names of this server are accepted (`hosts`).

use crate::client::Ends;
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
    let host = match own_host(site, request) {
        Ok(host) => host,
        Err(failure) => return Some(failure),
    };
    let origins = request.headers().get_all(header::ORIGIN);
    let is_own = |origin: &HeaderValue| origin.to_str().is_ok_and(|text| is_own(text, &host));
    if !origins.iter().all(is_own) {
        return Some(Failure::new(
            StatusCode::FORBIDDEN,
            "this request comes from a page of another site",
            "open Senet's own pages; programs send no `Origin`",
        ));
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads || request.headers().contains_key(OWN) {
        return None;
    }
    Some(Failure::new(
        StatusCode::FORBIDDEN,
        "a request that changes something must come from Senet's own pages",
        "programs send the header `X-Senet: 1`",
    ))
}

/// The name under which a request addresses this server, if it is one of the server's names.
fn own_host(site: &Site, request: &Request) -> Result<String, Failure> {
    let ends = request.extensions().get::<Ends>();
    let ends = ends.ok_or_else(|| Failure::broken("the connection has no address"))?;
    let headers = request.headers().get_all(header::HOST).into_iter();
    let named = headers.map(|host| host.to_str().unwrap_or_default().to_string());
    let addressed = request.uri().authority().map(ToString::to_string);
    let hosts: Vec<String> = named.chain(addressed).collect();
    let foreign = hosts
        .iter()
        .find(|host| !site.hosts.contains(host, ends.own));
    match (foreign, hosts.first()) {
        (None, Some(host)) => Ok(host.clone()),
        (foreign, _) => Err(Failure::new(
            StatusCode::MISDIRECTED_REQUEST,
            format!("this server is not called `{}`", foreign.map_or("", |h| h)),
            "use the address that it printed when it started, or start it with `--allow-host NAME`",
        )),
    }
}

fn is_own(origin: &str, host: &str) -> bool {
    let bare = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"));
    bare == Some(host)
}
