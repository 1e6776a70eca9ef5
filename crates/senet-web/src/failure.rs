//! Failures of requests: a status, a message, and advice.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::time::Duration;
use utoipa::ToSchema;

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The status of the answer.
    pub status: StatusCode,
    /// The problem in words.
    pub message: String,
    /// Advice.
    pub help: String,
    /// The seconds until the same request may succeed.
    pub retry_after: Option<u64>,
}

/// A failure as it is sent.
#[derive(Serialize, ToSchema)]
pub struct FailureBody {
    /// The failure.
    pub error: FailureText,
}

/// The texts of a failure.
#[derive(Serialize, ToSchema)]
pub struct FailureText {
    /// The problem in words.
    pub message: String,
    /// Advice.
    pub help: String,
}

impl Failure {
    /// A failure with its status.
    pub fn new(status: StatusCode, message: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure {
            status,
            message: message.into(),
            help: help.into(),
            retry_after: None,
        }
    }

    /// The client sends too many requests, or has too many tables.
    pub fn too_many(
        message: impl Into<String>,
        help: impl Into<String>,
        retry_after: Duration,
    ) -> Failure {
        let seconds = retry_after.as_secs() + u64::from(retry_after.subsec_nanos() > 0);
        Failure {
            retry_after: Some(seconds.max(1)),
            ..Failure::new(StatusCode::TOO_MANY_REQUESTS, message, help)
        }
    }

    /// The same failure with other advice.
    pub fn advise(self, help: impl Into<String>) -> Failure {
        Failure {
            help: help.into(),
            ..self
        }
    }

    /// The request is invalid.
    pub fn bad_request(message: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, message, help)
    }

    /// The request does not fit the current state.
    pub fn conflict(message: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::new(StatusCode::CONFLICT, message, help)
    }

    /// The request is valid, but its contents are unusable.
    pub fn unprocessable(message: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, message, help)
    }

    /// There is no such resource.
    pub fn not_found(what: impl Into<String>) -> Failure {
        Failure::new(
            StatusCode::NOT_FOUND,
            what,
            "look it up in the list, or check the spelling",
        )
    }

    /// The server has a defect.
    pub fn broken(why: impl std::fmt::Display) -> Failure {
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            format!("the server failed: {why}"),
            "try again; if it happens again, report a bug",
        )
    }

    /// The server has too much work.
    pub fn busy(what: impl Into<String>) -> Failure {
        Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            what,
            "wait a moment and try again",
        )
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let error = FailureText {
            message: self.message,
            help: self.help,
        };
        let mut response = (self.status, Json(FailureBody { error })).into_response();
        if let Some(seconds) = self.retry_after {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
