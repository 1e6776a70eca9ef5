//! Opens the knowledge base.

use super::error::WHAT;
use super::{KnowledgeError, checksum, schema};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use senet_database as database;
use senet_gdl::{Deadline, Sheet};
use senet_graph::{CanonicalKey, KEY_VERSION, canonical};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The database of known games.
pub struct KnowledgeBase {
    pub(super) connection: Connection,
}

/// The file name of the database.
const FILE: &str = "knowledge.sqlite";

impl KnowledgeBase {
    /// Opens a knowledge base. Creates the folder and the file if necessary, and migrates older versions.
    pub fn open(file: &Path) -> Result<KnowledgeBase, KnowledgeError> {
        let connection = database::open(file, WHAT, &schema::STEPS)?;
        let mut knowledge = KnowledgeBase { connection };
        knowledge.renew_keys()?;
        Ok(knowledge)
    }

    /// Opens an existing knowledge base for reading. The file and its folder may be read-only, unless an older version must be migrated.
    pub fn open_to_read(file: &Path) -> Result<KnowledgeBase, KnowledgeError> {
        let connection = database::open_to_read(file, WHAT, &schema::STEPS)?;
        match key_version(&connection)?.as_deref() {
            Some(KEY_VERSION) => Ok(KnowledgeBase { connection }),
            _ => KnowledgeBase::open(file),
        }
    }

    /// Returns the path of the knowledge base in a data folder.
    pub fn file(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    /// Starts a write transaction.
    pub(super) fn write(&mut self) -> Result<Transaction<'_>, KnowledgeError> {
        Ok(self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?)
    }

    /// Recomputes all keys if their version is not the current one.
    fn renew_keys(&mut self) -> Result<(), KnowledgeError> {
        if key_version(&self.connection)?.as_deref() == Some(KEY_VERSION) {
            return Ok(());
        }
        let transaction = self.write()?;
        // Another process may have updated them in the meantime.
        if key_version(&transaction)?.as_deref() != Some(KEY_VERSION) {
            transaction.execute("DELETE FROM signs", [])?;
            transaction.execute("UPDATE games SET signs_by = NULL", [])?;
            for (name, sheet, old) in sheets(&transaction)? {
                renew_key(&transaction, name, &sheet, &old)?;
            }
            checksum::write_all(&transaction)?;
            transaction.execute(
                "INSERT OR REPLACE INTO notes (only, keys) VALUES (1, ?1)",
                [KEY_VERSION],
            )?;
        }
        transaction.commit()?;
        Ok(())
    }
}

/// Returns the version of the stored keys; `None` if there are none yet.
fn key_version(connection: &Connection) -> Result<Option<String>, KnowledgeError> {
    let found = connection.query_row("SELECT keys FROM notes", [], |row| row.get(0));
    Ok(found.optional()?)
}

/// Returns the name, rules and key of each game.
fn sheets(transaction: &Transaction) -> Result<Vec<(String, String, Vec<u8>)>, KnowledgeError> {
    let mut query = transaction.prepare("SELECT name, sheet, key FROM games")?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Recomputes the key of a game without a time limit, because it was computed once before.
fn renew_key(
    transaction: &Transaction,
    name: String,
    sheet: &str,
    old: &[u8],
) -> Result<(), KnowledgeError> {
    let form = canonical(&Sheet::read(sheet).description, &Deadline::never());
    let new = form
        .map_err(|error| KnowledgeError::Key { name, error })?
        .key;
    for table in ["games", "learnt"] {
        let statement = format!("UPDATE {table} SET key = ?2 WHERE key = ?1");
        transaction.execute(&statement, params![old, new.bytes()])?;
    }
    Ok(())
}

/// Makes a key from its stored bytes.
pub(super) fn key(bytes: [u8; 32]) -> CanonicalKey {
    CanonicalKey::from_bytes(bytes)
}

/// Returns the current time in milliseconds since 1970.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| time.as_millis() as u64)
}
