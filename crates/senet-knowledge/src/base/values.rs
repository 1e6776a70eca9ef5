//! Stores learnt values as bytes. Only the learner interprets them.

use super::open::now;
use super::{KnowledgeBase, KnowledgeError, checksum};
use rusqlite::{OptionalExtension, Row, params};
use senet_graph::CanonicalKey;

/// The description of a stored value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learnt {
    /// The kind of value, as named by the learner: method, role, settings and version.
    pub kind: String,
    /// The size in bytes.
    pub bytes: usize,
    /// The time of writing, in milliseconds since 1970.
    pub written: u64,
}

impl KnowledgeBase {
    /// Stores a value for a game and replaces the previous one of the same kind. The game may be unknown.
    pub fn put_values(
        &mut self,
        key: &CanonicalKey,
        kind: &str,
        content: &[u8],
    ) -> Result<(), KnowledgeError> {
        let transaction = self.write()?;
        transaction.execute(
            "INSERT OR REPLACE INTO learnt (key, kind, content, written, checksum) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![key.bytes(), kind, content, now(), checksum::of_value(key.bytes(), kind, content)],
        )?;
        transaction.commit()?;
        Ok(())
    }

    /// Returns the learnt value of this kind. Fails if it is damaged.
    pub fn values(
        &self,
        key: &CanonicalKey,
        kind: &str,
    ) -> Result<Option<Vec<u8>>, KnowledgeError> {
        let query = "SELECT content, checksum FROM learnt WHERE key = ?1 AND kind = ?2";
        let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
        let found = self
            .connection
            .query_row(query, params![key.bytes(), kind], read);
        let found: Option<(Vec<u8>, Option<String>)> = found.optional()?;
        match found {
            Some((content, Some(sum)))
                if sum == checksum::of_value(key.bytes(), kind, &content) =>
            {
                Ok(Some(content))
            }
            Some(_) => Err(KnowledgeError::Damaged {
                what: format!("the learnt value `{kind}`"),
            }),
            None => Ok(None),
        }
    }

    /// Lists the learnt values of a game, without their bytes.
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
