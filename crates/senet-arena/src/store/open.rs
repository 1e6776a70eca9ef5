//! Opens the database.

use super::error::WHAT;
use super::{StoreError, schema};
use rusqlite::Connection;
use senet_database as database;
use std::path::{Path, PathBuf};

/// The database of all tournaments.
pub struct Store {
    pub(super) connection: Connection,
    pub(super) folder: PathBuf,
}

/// The name of the database in its folder.
const FILE: &str = "tournaments.sqlite";

impl Store {
    /// Opens the database of a folder. Creates both if they are missing, and migrates older databases.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        Ok(Store {
            connection: database::open(&Store::file(folder), WHAT, &schema::STEPS)?,
            folder: folder.to_path_buf(),
        })
    }

    /// Opens the existing database of a folder for reading. The folder may be read-only.
    pub fn open_to_read(folder: &Path) -> Result<Store, StoreError> {
        Ok(Store {
            connection: database::open_to_read(&Store::file(folder), WHAT, &schema::STEPS)?,
            folder: folder.to_path_buf(),
        })
    }

    /// The path of the database in a folder.
    pub fn file(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }
}
