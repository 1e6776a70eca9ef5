//! Opens the database.

use super::error::PATIENCE_SECONDS;
use super::{StoreError, schema};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The database of all tournaments.
pub struct Store {
    pub(super) connection: Connection,
    pub(super) folder: PathBuf,
}

/// The name of the database in its folder.
const FILE: &str = "tournaments.sqlite";

impl Store {
    /// Opens the database of a folder; makes folder and database if they are missing, and brings older databases up to date.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        std::fs::create_dir_all(folder).map_err(|error| StoreError::Folder {
            path: folder.to_path_buf(),
            error,
        })?;
        let mut connection = Connection::open(Store::file(folder))?;
        connection.busy_timeout(Duration::from_secs(PATIENCE_SECONDS))?;
        let journal: String =
            connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))?;
        if journal != "wal" {
            return Err(StoreError::NoLog(journal));
        }
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        schema::migrate(&mut connection)?;
        Ok(Store {
            connection,
            folder: folder.to_path_buf(),
        })
    }

    /// Where the database of a folder is.
    pub fn file(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }
}
