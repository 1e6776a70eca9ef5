//! Stores the recognition keys of known games.

use super::open::key;
use super::{KnowledgeBase, KnowledgeError};
use crate::recognition::{RECOGNITION_KEYS_VERSION, RecognitionKey};
use rusqlite::{Row, params};
use senet_graph::CanonicalKey;

impl KnowledgeBase {
    /// Replaces the recognition keys of a game.
    pub fn put_recognition_keys(
        &mut self,
        game: &CanonicalKey,
        keys: &[RecognitionKey],
    ) -> Result<(), KnowledgeError> {
        let transaction = self.write()?;
        let known = transaction.execute(
            "UPDATE games SET signs_by = ?2 WHERE key = ?1",
            params![game.bytes(), RECOGNITION_KEYS_VERSION],
        )?;
        // Another process may have removed the game.
        if known == 1 {
            transaction.execute("DELETE FROM signs WHERE game = ?1", [game.bytes()])?;
            let mut insert = transaction.prepare(
                "INSERT OR IGNORE INTO signs (key, game, part, transformations) VALUES (?1, ?2, ?3, ?4)",
            )?;
            for entry in keys {
                let part = serde_json::to_string(&entry.part)?;
                let made_by = serde_json::to_string(&entry.transformations)?;
                insert.execute(params![entry.key.bytes(), game.bytes(), part, made_by])?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    /// Returns the recognition keys of all games, each with the key of its game. Keys of another version are left out.
    /// Their games have [`StoredGame::has_recognition_keys`](super::StoredGame::has_recognition_keys) unset.
    pub fn recognition_keys(&self) -> Result<Vec<(CanonicalKey, RecognitionKey)>, KnowledgeError> {
        let mut query = self.connection.prepare(
            "SELECT signs.key, game, part, transformations FROM signs
             JOIN games ON games.key = game WHERE signs_by = ?1 ORDER BY signs.key, game",
        )?;
        let rows = query.query_map([RECOGNITION_KEYS_VERSION], |row| Ok(recognition_key(row)))?;
        rows.map(|row| row?).collect()
    }
}

fn recognition_key(row: &Row) -> Result<(CanonicalKey, RecognitionKey), KnowledgeError> {
    let (part, made_by): (String, String) = (row.get(2)?, row.get(3)?);
    let entry = RecognitionKey {
        key: key(row.get(0)?),
        part: serde_json::from_str(&part)?,
        transformations: serde_json::from_str(&made_by)?,
    };
    Ok((key(row.get(1)?), entry))
}
