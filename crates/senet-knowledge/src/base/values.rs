//! What was learnt about games, as bytes that mean something to whoever learnt it.

use super::open::now;
use super::{KnowledgeBase, KnowledgeError};
use rusqlite::{OptionalExtension, params};
use senet_graph::CanonicalKey;

/// Something that was learnt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learnt {
    /// What it is, in the words of whoever learnt it: method, role, settings, version.
    pub kind: String,
    /// How many bytes it takes.
    pub bytes: usize,
    /// When it was written: milliseconds since 1970.
    pub written: u64,
}

impl KnowledgeBase {
    /// Keeps what was learnt about a game, in place of what was kept under this kind before. The game need not be a known one.
    pub fn put_values(
        &mut self,
        key: &CanonicalKey,
        kind: &str,
        content: &[u8],
    ) -> Result<(), KnowledgeError> {
        let transaction = self.write()?;
        transaction.execute(
            "INSERT OR REPLACE INTO learnt (key, kind, content, written) VALUES (?1, ?2, ?3, ?4)",
            params![key.bytes(), kind, content, now()],
        )?;
        transaction.commit()?;
        Ok(())
    }

    /// What was learnt about a game under this kind.
    pub fn values(
        &self,
        key: &CanonicalKey,
        kind: &str,
    ) -> Result<Option<Vec<u8>>, KnowledgeError> {
        let query = "SELECT content FROM learnt WHERE key = ?1 AND kind = ?2";
        let found = self
            .connection
            .query_row(query, params![key.bytes(), kind], |row| row.get(0));
        Ok(found.optional()?)
    }

    /// All that was learnt about a game, without what it is.
    pub fn learnt(&self, key: &CanonicalKey) -> Result<Vec<Learnt>, KnowledgeError> {
        let query =
            "SELECT kind, length(content), written FROM learnt WHERE key = ?1 ORDER BY kind";
        let mut query = self.connection.prepare(query)?;
        let rows = query.query_map([key.bytes()], |row| {
            Ok(Learnt {
                kind: row.get(0)?,
                bytes: row.get(1)?,
                written: row.get(2)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
