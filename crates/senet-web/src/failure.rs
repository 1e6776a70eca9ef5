//! Why a request is refused: a status, and words that say what to do.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// Why a request is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The status of the answer.
    pub status: StatusCode,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

/// A failure as it is sent.
#[derive(Serialize, ToSchema)]
pub struct FailureBody {
    /// What went wrong.
    pub error: FailureText,
}

/// The words of a failure.
#[derive(Serialize, ToSchema)]
pub struct FailureText {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl Failure {
    /// A failure with its status.
    pub fn new(status: StatusCode, message: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure {
            status,
            message: message.into(),
            help: help.into(),
        }
    }

    /// The same with other advice.
    pub fn advise(self, help: impl Into<String>) -> Failure {
        Failure {
            help: help.into(),
            ..self
        }
    }

    /// The request makes no sense.
    pub fn bad_request(message: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, message, help)
    }

    /// It cannot be done now.
    pub fn conflict(message: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::new(StatusCode::CONFLICT, message, help)
    }

    /// The request was understood, but what it brings is of no use.
    pub fn unprocessable(message: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, message, help)
    }

    /// There is no such thing.
    pub fn not_found(what: impl Into<String>) -> Failure {
        Failure::new(
            StatusCode::NOT_FOUND,
            what,
            "look at the list of what there is",
        )
    }

    /// The server is at fault.
    pub fn broken(why: impl std::fmt::Display) -> Failure {
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            format!("the server could not do it: {why}"),
            "try again; if it happens again, report it with what you did",
        )
    }

    /// There is more to do than the server takes on.
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
        (self.status, Json(FailureBody { error })).into_response()
    }
}
