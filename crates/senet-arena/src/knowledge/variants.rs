//! The variants of known games.

use super::open::key;
use super::{Knowledge, KnowledgeError};
use rusqlite::params;
use senet_graph::Key;

/// A game that differs from a known one by transformations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownVariant {
    /// Its key.
    pub key: Key,
    /// The key of the known game.
    pub game: Key,
    /// What makes the variant of the known game, as JSON.
    pub transformations: String,
}

impl Knowledge {
    /// Keeps the variants of a game, in place of those that were kept before, with the version of the computation that found them.
    pub fn put_variants(
        &mut self,
        game: &Key,
        variants: &[(Key, String)],
        version: &str,
    ) -> Result<(), KnowledgeError> {
        let transaction = self.write()?;
        let known = transaction.execute(
            "UPDATE games SET variants_by = ?2 WHERE key = ?1",
            params![game.bytes(), version],
        )?;
        // A game that another process has just forgotten needs no variants.
        if known == 1 {
            transaction.execute("DELETE FROM variants WHERE game = ?1", [game.bytes()])?;
            let mut insert = transaction.prepare(
                "INSERT OR IGNORE INTO variants (key, game, transformations) VALUES (?1, ?2, ?3)",
            )?;
            for (key, transformations) in variants {
                insert.execute(params![key.bytes(), game.bytes(), transformations])?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    /// All variants of all games.
    pub fn variants(&self) -> Result<Vec<KnownVariant>, KnowledgeError> {
        let query = "SELECT key, game, transformations FROM variants ORDER BY key, game";
        let mut query = self.connection.prepare(query)?;
        let rows = query.query_map([], |row| {
            Ok(KnownVariant {
                key: key(row.get(0)?),
                game: key(row.get(1)?),
                transformations: row.get(2)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
