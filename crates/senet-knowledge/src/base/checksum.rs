//! Checksums of games and learnt values: damaged ones are reported and never used.

use super::KnowledgeError;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};
use senet_database::checksum;

/// The checksum of a game.
pub fn of_game(key: &[u8], name: &str, sheet: &str, [rules, nodes]: [usize; 2]) -> String {
    checksum([
        ValueRef::Blob(key),
        ValueRef::Text(name.as_bytes()),
        ValueRef::Text(sheet.as_bytes()),
        ValueRef::Integer(rules as i64),
        ValueRef::Integer(nodes as i64),
    ])
}

/// The checksum of a learnt value.
pub fn of_value(key: &[u8], kind: &str, content: &[u8]) -> String {
    checksum([
        ValueRef::Blob(key),
        ValueRef::Text(kind.as_bytes()),
        ValueRef::Blob(content),
    ])
}

/// Writes the checksums of all rows anew, after a migration or a change of all keys.
pub fn write_all(connection: &Connection) -> Result<(), KnowledgeError> {
    let mut games = connection.prepare("SELECT key, name, sheet, rules, nodes FROM games")?;
    let mut rows = games.query([])?;
    while let Some(row) = rows.next()? {
        let (key, name): (Vec<u8>, String) = (row.get(0)?, row.get(1)?);
        let counts = [row.get(3)?, row.get(4)?];
        let found = of_game(&key, &name, &row.get::<_, String>(2)?, counts);
        let update = "UPDATE games SET checksum = ?2 WHERE key = ?1";
        connection.execute(update, params![key, found])?;
    }
    let mut learnt = connection.prepare("SELECT key, kind, content FROM learnt")?;
    let mut rows = learnt.query([])?;
    while let Some(row) = rows.next()? {
        let (key, kind): (Vec<u8>, String) = (row.get(0)?, row.get(1)?);
        let found = of_value(&key, &kind, &row.get::<_, Vec<u8>>(2)?);
        let update = "UPDATE learnt SET checksum = ?3 WHERE key = ?1 AND kind = ?2";
        connection.execute(update, params![key, kind, found])?;
    }
    Ok(())
}
