//! Migrates a database to the newest version.
//!
//! The version of a database is its `user_version`: the number of migrations applied so far. A released migration
//! never changes; new ones are appended.

use crate::{DatabaseError, Fault};
use rusqlite::{Connection, Transaction, TransactionBehavior};

/// A migration: SQL statements, then a function for the changes that SQL cannot express.
pub type Migration<E> = (&'static str, fn(&Transaction) -> Result<(), E>);

/// Applies all missing migrations in one transaction.
pub fn migrate<E: From<DatabaseError>>(
    connection: &mut Connection,
    what: &'static str,
    steps: &[Migration<E>],
) -> Result<(), E> {
    let failed = |error| E::from(DatabaseError::new(what, error));
    let known = steps.len() as i64;
    if version(connection).map_err(failed)? == known {
        return Ok(());
    }
    let transaction = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(failed)?;
    // Another process may have migrated the database in the meantime.
    let found = version(&transaction).map_err(failed)?;
    let fault = Fault::Newer { found, known };
    let missing = usize::try_from(found).ok().and_then(|n| steps.get(n..));
    let missing = missing.ok_or(DatabaseError { what, fault })?;
    for (statements, finish) in missing {
        transaction.execute_batch(statements).map_err(failed)?;
        finish(&transaction)?;
    }
    transaction
        .pragma_update(None, "user_version", known)
        .map_err(failed)?;
    transaction.commit().map_err(failed)
}

/// The version of a database.
pub fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
