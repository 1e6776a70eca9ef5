//! Extractors for requests that report errors in the same form as all other failures.

use crate::failure::Failure;
use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// The body of a request, as JSON.
pub struct Body<T>(pub T);

impl<S, T> FromRequest<S> for Body<T>
where
    S: Send + Sync,
    T: DeserializeOwned,
{
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Failure> {
        let Json(body) = Json::from_request(request, state).await?;
        Ok(Body(body))
    }
}

/// The body of a request, as text.
pub struct Text(pub String);

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Text, Failure> {
        let text = String::from_request(request, state).await;
        text.map(Text).map_err(|rejection| {
            Failure::new(
                rejection.status(),
                rejection.body_text(),
                "send text that is not too large",
            )
        })
    }
}

/// The parameters in the path of an address.
pub struct Named<T>(pub T);

/// The query of an address.
pub struct Asked<T>(pub T);

/// Reads a part of a request as `$inner` does, with our own failures.
macro_rules! read_as {
    ($outer:ident, $inner:ident) => {
        impl<S, T> FromRequestParts<S> for $outer<T>
        where
            S: Send + Sync,
            T: DeserializeOwned + Send,
        {
            type Rejection = Failure;

            async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
                let $inner(read) = $inner::from_request_parts(parts, state).await?;
                Ok($outer(read))
            }
        }
    };
}

read_as!(Named, Path);
read_as!(Asked, Query);

impl From<JsonRejection> for Failure {
    fn from(rejection: JsonRejection) -> Failure {
        let help = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => "send a smaller request",
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                "send JSON with the header `Content-Type: application/json`"
            }
            _ => "/api/openapi.json says what is expected",
        };
        Failure::new(rejection.status(), rejection.body_text(), help)
    }
}

impl From<PathRejection> for Failure {
    fn from(rejection: PathRejection) -> Failure {
        Failure::new(
            rejection.status(),
            rejection.body_text(),
            "/api/openapi.json lists the addresses",
        )
    }
}

impl From<QueryRejection> for Failure {
    fn from(rejection: QueryRejection) -> Failure {
        Failure::new(
            rejection.status(),
            rejection.body_text(),
            "/api/openapi.json describes all requests",
        )
    }
}
