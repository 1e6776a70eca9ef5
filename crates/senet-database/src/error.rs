//! What can go wrong with a database, in words that help.

use rusqlite::ErrorCode;
use std::path::PathBuf;

/// Why a database did not do what it should.
#[derive(Debug, thiserror::Error)]
#[error("{what} {fault}")]
pub struct DatabaseError {
    /// Which database, for people.
    pub what: &'static str,
    /// What happened.
    pub fault: Fault,
}

/// What happened to a database.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The folder cannot be made or used.
    #[error("cannot use the data folder {}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// Somebody else writes and does not come to an end.
    #[error("is locked: another process has been writing to it for {0} seconds")]
    Locked(u64),
    /// No room on the disk.
    #[error("cannot grow: the disk is full")]
    Full,
    /// A file that is something else, or damaged.
    #[error("is damaged, or is no database: {0}")]
    Damaged(String),
    /// A file that may not be written or opened.
    #[error("cannot be opened for writing: {0}")]
    Forbidden(String),
    /// Made by a later version of this program.
    #[error("has version {found}, and this senet knows versions up to {known}: use a newer senet")]
    Newer {
        /// Its version.
        found: i64,
        /// The newest known.
        known: i64,
    },
    /// The file system does not allow a write-ahead log.
    #[error(
        "cannot keep a write-ahead log here (its journal is `{0}`): choose a folder on a local disk"
    )]
    NoLog(String),
    /// Anything else.
    #[error("failed: {0}")]
    Other(rusqlite::Error),
}

/// How long another process may write before we give up.
pub const PATIENCE_SECONDS: u64 = 30;

impl DatabaseError {
    /// An error of SQLite's.
    pub fn new(what: &'static str, error: rusqlite::Error) -> DatabaseError {
        DatabaseError {
            what,
            fault: error.into(),
        }
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        let text = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                Fault::Locked(PATIENCE_SECONDS)
            }
            Some(ErrorCode::DiskFull) => Fault::Full,
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Fault::Damaged(text),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                Fault::Forbidden(text)
            }
            _ => Fault::Other(error),
        }
    }
}
