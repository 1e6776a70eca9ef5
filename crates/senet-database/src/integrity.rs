//! Finds damaged pages when a database is opened.

use crate::Fault;
use rusqlite::Connection;

/// The largest database that is checked as a whole: reading it takes a few milliseconds. In larger ones, the checksums of the rows find damage.
const CHECKED_BYTES: i64 = 16 << 20;

/// Fails if the pages or the indices of a small database contradict each other. Rows that damage hides have no checksum to compare, but their
/// entries in the indices remain.
pub fn check_integrity(connection: &Connection) -> Result<(), Fault> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if number("page_count")?.saturating_mul(number("page_size")?) > CHECKED_BYTES {
        return Ok(());
    }
    let first = |row: &rusqlite::Row| row.get::<_, String>(0);
    match connection.query_row("PRAGMA integrity_check(1)", [], first)? {
        sound if sound == "ok" => Ok(()),
        problem => Err(Fault::Damaged(problem)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_row_is_found_by_its_index() {
        let connection = Connection::open_in_memory().unwrap();
        let fill = "CREATE TABLE games (name TEXT UNIQUE); INSERT INTO games VALUES ('a'), ('b');";
        connection.execute_batch(fill).unwrap();
        check_integrity(&connection).unwrap();
        // The index is removed from the schema while the row is deleted, so that the index keeps the entry of the row.
        let hide = "PRAGMA writable_schema = ON;
            DELETE FROM sqlite_schema WHERE type = 'index';
            PRAGMA writable_schema = RESET;
            DELETE FROM games WHERE name = 'a';";
        let hidden = connection.execute_batch(hide);
        let found = hidden
            .map_err(Fault::from)
            .and_then(|()| check_integrity(&connection));
        assert!(matches!(found, Err(Fault::Damaged(_))), "{found:?}");
    }
}
