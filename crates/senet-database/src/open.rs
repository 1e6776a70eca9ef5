//! Opens a database.

use super::{DatabaseError, Fault, Migration};
use crate::error::BUSY_TIMEOUT_SECONDS;
use crate::integrity::check_integrity;
use crate::migrate::migrate;
use rusqlite::Connection;
use std::path::Path;
use std::time::{Duration, Instant};

/// Opens a database for reading and writing. Creates the folder and the file if necessary, and migrates older
/// versions.
pub fn open<E: From<DatabaseError>>(
    file: &Path,
    what: &'static str,
    steps: &[Migration<E>],
) -> Result<Connection, E> {
    let fault = |fault| E::from(DatabaseError { what, fault });
    let mut connection = prepare(file).map_err(fault)?;
    check_integrity(&connection).map_err(fault)?;
    migrate(&mut connection, what, steps)?;
    Ok(connection)
}

fn prepare(file: &Path) -> Result<Connection, Fault> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Fault::Folder {
            path: folder.to_path_buf(),
            error,
        })?;
    }
    check_file(file)?;
    let connection = Connection::open(file)?;
    connection.busy_timeout(Duration::from_secs(BUSY_TIMEOUT_SECONDS))?;
    enable_write_ahead_log(&connection)?;
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

/// Refuses a path to something that cannot be a database. SQLite would wait until somebody opens the other end of a pipe.
pub(crate) fn check_file(file: &Path) -> Result<(), Fault> {
    match std::fs::metadata(file) {
        Ok(found) if !found.is_file() => Err(Fault::Damaged("it is no regular file".to_string())),
        _ => Ok(()),
    }
}

/// Enables the write-ahead log. If two processes create the same database at once, SQLite rejects one of them without
/// waiting. That process tries again until the timeout.
fn enable_write_ahead_log(connection: &Connection) -> Result<(), Fault> {
    let begin = Instant::now();
    loop {
        let journal = |row: &rusqlite::Row| row.get::<_, String>(0);
        let set = connection.pragma_update_and_check(None, "journal_mode", "wal", journal);
        match set.map_err(Fault::from) {
            Ok(journal) if journal == "wal" => return Ok(()),
            Ok(journal) => return Err(Fault::NoWriteAheadLog(journal)),
            Err(Fault::Locked(_)) if begin.elapsed().as_secs() < BUSY_TIMEOUT_SECONDS => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(fault) => return Err(fault),
        }
    }
}
