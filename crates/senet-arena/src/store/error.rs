//! What can go wrong with the database, in words that help.

use rusqlite::ErrorCode;
use std::path::PathBuf;

/// Why the database did not do what it should.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be made or used.
    #[error("cannot use the data folder {}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// Somebody else writes and does not come to an end.
    #[error(
        "the database of tournaments is locked: another process has been writing to it for {0} seconds"
    )]
    Locked(u64),
    /// No room on the disk.
    #[error("the database of tournaments cannot grow: the disk is full")]
    Full,
    /// A file that is something else, or damaged.
    #[error("the database of tournaments is damaged, or is no database: {0}")]
    Damaged(String),
    /// A file that may not be written or opened.
    #[error("the database of tournaments cannot be opened for writing: {0}")]
    Forbidden(String),
    /// Made by a later version of this program.
    #[error(
        "the database of tournaments has version {found}, and this senet knows versions up to {known}: use a newer senet"
    )]
    Newer {
        /// Its version.
        found: i64,
        /// The newest known.
        known: i64,
    },
    /// The file system does not allow a write-ahead log.
    #[error(
        "the database of tournaments cannot keep a write-ahead log here (its journal is `{0}`): choose a folder on a local disk"
    )]
    NoLog(String),
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
    /// Anything else.
    #[error("the database of tournaments failed: {0}")]
    Other(rusqlite::Error),
}

/// How long another process may write before we give up.
pub const PATIENCE_SECONDS: u64 = 30;

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        let text = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                StoreError::Locked(PATIENCE_SECONDS)
            }
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => StoreError::Damaged(text),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                StoreError::Forbidden(text)
            }
            _ => StoreError::Other(error),
        }
    }
}
