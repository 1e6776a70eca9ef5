//! What known games can be recognised by.

use super::open::key;
use super::{KnowledgeBase, KnowledgeError};
use crate::recognition::{SIGNS_VERSION, Sign};
use rusqlite::{Row, params};
use senet_graph::Key;

impl KnowledgeBase {
    /// Keeps the signs of a game, in place of those that were kept before.
    pub fn put_signs(&mut self, game: &Key, signs: &[Sign]) -> Result<(), KnowledgeError> {
        let transaction = self.write()?;
        let known = transaction.execute(
            "UPDATE games SET signs_by = ?2 WHERE key = ?1",
            params![game.bytes(), SIGNS_VERSION],
        )?;
        // A game that another process has just forgotten needs no signs.
        if known == 1 {
            transaction.execute("DELETE FROM signs WHERE game = ?1", [game.bytes()])?;
            let mut insert = transaction.prepare(
                "INSERT OR IGNORE INTO signs (key, game, part, transformations) VALUES (?1, ?2, ?3, ?4)",
            )?;
            for sign in signs {
                let part = serde_json::to_string(&sign.part)?;
                let made_by = serde_json::to_string(&sign.transformations)?;
                insert.execute(params![sign.key.bytes(), game.bytes(), part, made_by])?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    /// The signs of all games, each with the key of its game. Signs of another version are left out: their games have
    /// [`StoredGame::has_signs`](super::KnownGame) unset.
    pub fn signs(&self) -> Result<Vec<(Key, Sign)>, KnowledgeError> {
        let mut query = self.connection.prepare(
            "SELECT signs.key, game, part, transformations FROM signs
             JOIN games ON games.key = game WHERE signs_by = ?1 ORDER BY signs.key, game",
        )?;
        let rows = query.query_map([SIGNS_VERSION], |row| Ok(sign(row)))?;
        rows.map(|row| row?).collect()
    }
}

fn sign(row: &Row) -> Result<(Key, Sign), KnowledgeError> {
    let (part, made_by): (String, String) = (row.get(2)?, row.get(3)?);
    let sign = Sign {
        key: key(row.get(0)?),
        part: serde_json::from_str(&part)?,
        transformations: serde_json::from_str(&made_by)?,
    };
    Ok((key(row.get(1)?), sign))
}
