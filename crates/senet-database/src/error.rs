//! The errors of a database.

use rusqlite::ErrorCode;
use std::path::PathBuf;

/// An error of a database.
#[derive(Debug, thiserror::Error)]
#[error("{what} {fault}")]
pub struct DatabaseError {
    /// The name of the database in error messages.
    pub what: &'static str,
    /// The cause.
    pub fault: Fault,
}

/// The cause of a database error.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The folder cannot be created or used.
    #[error("cannot use the data folder {}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
    /// Another process has held the write lock for this number of seconds.
    #[error("is locked: another process has been writing to it for {0} seconds")]
    Locked(u64),
    /// The disk is full.
    #[error("cannot grow: the disk is full")]
    Full,
    /// The file is damaged or not a database.
    #[error("is damaged or not a database: {0}")]
    Damaged(String),
    /// The file cannot be opened for writing.
    #[error("cannot be opened for writing: {0}")]
    Forbidden(String),
    /// The system refuses to read or write the file.
    #[error("cannot be read or written: {0}")]
    Io(String),
    /// A newer version of Senet has written the database.
    #[error(
        "has version {found}, but this version of Senet supports versions up to {known}: use a newer version"
    )]
    Newer {
        /// The version of the database.
        found: i64,
        /// The newest version that this program supports.
        known: i64,
    },
    /// The file system does not support a write-ahead log. The value is the actual journal mode.
    #[error(
        "is on a file system without write-ahead logs (journal mode `{0}`): choose a folder on a local disk"
    )]
    NoWriteAheadLog(String),
    /// Any other error.
    #[error("failed: {0}")]
    Other(rusqlite::Error),
}

/// The time to wait for the write lock of another process.
pub const BUSY_TIMEOUT_SECONDS: u64 = 30;

impl DatabaseError {
    /// Makes an error from an SQLite error.
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
                Fault::Locked(BUSY_TIMEOUT_SECONDS)
            }
            Some(ErrorCode::DiskFull) => Fault::Full,
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Fault::Damaged(text),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                Fault::Forbidden(text)
            }
            Some(ErrorCode::SystemIoFailure) => Fault::Io(text),
            _ => Fault::Other(error),
        }
    }
}
