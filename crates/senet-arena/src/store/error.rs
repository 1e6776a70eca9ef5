//! What can go wrong with tournaments on disk, in words that help.

use senet_database::DatabaseError;

/// Why the database did not do what it should.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database itself.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The name is taken.
    #[error("there is a tournament called `{0}` already")]
    Exists(String),
    /// No tournament of this name.
    #[error("there is no tournament called `{name}`; {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// Another process plays it.
    #[error("`{name}` is being played by another process{}", process.map_or(String::new(), |id| format!(" (number {id})")))]
    Running {
        /// The tournament.
        name: String,
        /// The process, if it told.
        process: Option<u32>,
    },
    /// A result for a match that was not claimed.
    #[error("match {0} is not one that this run has claimed")]
    NotClaimed(usize),
    /// A stored text that cannot be read.
    #[error("the database of tournaments holds something unreadable ({what}): {error}")]
    Unreadable {
        /// What it should be.
        what: &'static str,
        /// What is wrong.
        error: serde_json::Error,
    },
}

/// What the database is called in errors.
pub const WHAT: &str = "the database of tournaments";

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        DatabaseError::new(WHAT, error).into()
    }
}
