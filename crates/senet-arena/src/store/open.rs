//! Opens the database.

use super::error::PATIENCE_SECONDS;
use super::{StoreError, schema};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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
        keep_log(&connection)?;
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

/// Switches to the write-ahead log. Of two processes that make the same database at the same moment, one is turned away without waiting, and tries again.
fn keep_log(connection: &Connection) -> Result<(), StoreError> {
    let begin = Instant::now();
    loop {
        let journal = |row: &rusqlite::Row| row.get::<_, String>(0);
        let set = connection.pragma_update_and_check(None, "journal_mode", "wal", journal);
        match set.map_err(StoreError::from) {
            Ok(journal) if journal == "wal" => return Ok(()),
            Ok(journal) => return Err(StoreError::NoLog(journal)),
            Err(StoreError::Locked(_)) if begin.elapsed().as_secs() < PATIENCE_SECONDS => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(error) => return Err(error),
        }
    }
}
