//! Opens a database that is only read.

use crate::error::BUSY_TIMEOUT_SECONDS;
use crate::integrity::check_integrity;
use crate::migrate::version;
use crate::open::check_file;
use crate::{DatabaseError, Fault, Migration, open};
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Opens an existing database for reading. The file and its folder may be read-only. Only a database of an older version is written: it is migrated.
pub fn open_to_read<E: From<DatabaseError>>(
    file: &Path,
    what: &'static str,
    steps: &[Migration<E>],
) -> Result<Connection, E> {
    let fault = |fault| E::from(DatabaseError { what, fault });
    let known = steps.len() as i64;
    let (connection, found) = readable(file).map_err(fault)?;
    match found {
        _ if found == known => {
            check_integrity(&connection).map_err(fault)?;
            Ok(connection)
        }
        _ if found > known => Err(fault(Fault::Newer { found, known })),
        _ => {
            drop(connection);
            open(file, what, steps)
        }
    }
}

/// Opens a database for reading, and reads its version.
fn readable(file: &Path) -> Result<(Connection, i64), Fault> {
    check_file(file)?;
    let opened = connect(file, "mode=ro");
    match opened.map_err(Fault::from) {
        // SQLite needs an index of the write-ahead log in a file beside the database, and cannot create this file in a read-only folder. Without
        // a log, no process writes, and SQLite can open the database as immutable.
        Err(Fault::Forbidden(_) | Fault::Io(_)) if !has_log(file) => {
            connect(file, "mode=ro&immutable=1").map_err(Fault::from)
        }
        Err(Fault::Forbidden(text)) if has_log(file) => Err(Fault::Forbidden(format!(
            "{text}; its write-ahead log must be merged first: copy its folder to a place where you may write"
        ))),
        opened => opened,
    }
}

fn connect(file: &Path, options: &str) -> rusqlite::Result<(Connection, i64)> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let address = format!("file:{}?{options}", escaped(file));
    let connection = Connection::open_with_flags(address, flags)?;
    connection.busy_timeout(Duration::from_secs(BUSY_TIMEOUT_SECONDS))?;
    let version = version(&connection)?;
    Ok((connection, version))
}

/// True if there is a write-ahead log with content.
fn has_log(file: &Path) -> bool {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(PathBuf::from(log)).is_ok_and(|log| log.len() > 0)
}

/// A path for the address of a database: all bytes that could have a meaning there are escaped.
fn escaped(file: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte);
    let bytes = file.as_os_str().as_encoded_bytes().iter();
    let parts = bytes.map(|&byte| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_names_of_files_are_escaped() {
        let path = Path::new("/a b/?#%/\u{e4}.sqlite");
        assert_eq!(escaped(path), "/a%20b/%3F%23%25/%C3%A4.sqlite");
    }
}
