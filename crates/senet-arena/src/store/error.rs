//! Errors of the tournament store.

use senet_database::DatabaseError;

/// Why a store operation failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// A tournament of this name exists.
    #[error("there is a tournament called `{0}` already")]
    Exists(String),
    /// There is no tournament of this name.
    #[error("there is no tournament called `{name}`; {known}")]
    Unknown {
        /// The requested name.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// Another process plays the tournament.
    #[error("`{name}` is being played by another process{}", process.map_or(String::new(), |id| format!(" (number {id})")))]
    Running {
        /// The tournament.
        name: String,
        /// The process, if it is known.
        process: Option<u32>,
    },
    /// A result for a match that was not claimed.
    #[error("this run has not claimed match {0}")]
    NotClaimed(usize),
    /// A stored match contradicts itself.
    #[error("match {number} in the database of tournaments is damaged: {reason}")]
    Damaged {
        /// The number of the match in its tournament.
        number: usize,
        /// The fault.
        reason: String,
    },
    /// A stored tournament does not match its checksum.
    #[error(
        "tournament number {0} in the database of tournaments is damaged: it does not match its checksum"
    )]
    DamagedPlan(i64),
    /// A stored text is invalid.
    #[error("the tournament database is damaged ({what}): {error}")]
    Unreadable {
        /// The kind of text.
        what: &'static str,
        /// The error.
        error: serde_json::Error,
    },
}

/// The name of the database in errors.
pub const WHAT: &str = "the database of tournaments";

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        DatabaseError::new(WHAT, error).into()
    }
}
