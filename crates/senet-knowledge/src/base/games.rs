//! The known games.

use super::open::{key, now};
use super::{KnowledgeBase, KnowledgeError, checksum};
use crate::recognition::RECOGNITION_KEYS_VERSION;
use rusqlite::{Connection, OptionalExtension, Row, params};
use senet_graph::CanonicalKey;

/// A stored game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// The canonical key.
    pub key: CanonicalKey,
    /// The name.
    pub name: String,
    /// The rule sheet.
    pub sheet: String,
    /// The number of rules and facts.
    pub rules: usize,
    /// The number of nodes of the rule graph.
    pub nodes: usize,
    /// True if the stored recognition keys are of the current version.
    pub has_recognition_keys: bool,
    /// The time when the game was added, in milliseconds since 1970.
    pub added: u64,
}

/// A game to add.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameToStore<'a> {
    /// The canonical key.
    pub key: CanonicalKey,
    /// The name.
    pub name: &'a str,
    /// The rule sheet.
    pub sheet: &'a str,
    /// The number of rules and facts.
    pub rules: usize,
    /// The number of nodes of the rule graph.
    pub nodes: usize,
}

/// The result of adding a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remembered {
    /// The game is new.
    Added,
    /// The game is already known under this name.
    Known(String),
}

const COLUMNS: &str = "key, name, sheet, rules, nodes, signs_by, added, checksum";

impl KnowledgeBase {
    /// Adds a game, unless it is already known under any name.
    pub fn remember(&mut self, game: &GameToStore) -> Result<Remembered, KnowledgeError> {
        let transaction = self.write()?;
        if let Some(known) = name_of(&transaction, &game.key)? {
            return Ok(Remembered::Known(known));
        }
        if key_of(&transaction, game.name)?.is_some() {
            return Err(KnowledgeError::Taken(game.name.to_string()));
        }
        let counts = [game.rules, game.nodes];
        let sum = checksum::of_game(game.key.bytes(), game.name, game.sheet, counts);
        transaction.execute(
            "INSERT INTO games (key, name, sheet, rules, nodes, added, checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![game.key.bytes(), game.name, game.sheet, game.rules, game.nodes, now(), sum],
        )?;
        transaction.commit()?;
        Ok(Remembered::Added)
    }

    /// Returns all games, sorted by name. Fails if one is damaged.
    pub fn games(&self) -> Result<Vec<StoredGame>, KnowledgeError> {
        let query = format!("SELECT {COLUMNS} FROM games ORDER BY name");
        let mut query = self.connection.prepare(&query)?;
        let rows = query.query_map([], |row| Ok(game(row)))?;
        rows.map(|row| row?).collect()
    }

    /// Returns the game with this name.
    pub fn game(&self, name: &str) -> Result<StoredGame, KnowledgeError> {
        match find(&self.connection, name)? {
            Some(found) => Ok(found),
            None => Err(self.unknown(name)?),
        }
    }

    /// Removes a game with its recognition keys and learnt values.
    pub fn forget(&mut self, name: &str) -> Result<(), KnowledgeError> {
        let transaction = self.write()?;
        let found = key_of(&transaction, name)?;
        if let Some(found) = &found {
            for table in ["learnt", "games"] {
                let statement = format!("DELETE FROM {table} WHERE key = ?1");
                transaction.execute(&statement, [found])?;
            }
        }
        transaction.commit()?;
        match found {
            Some(_) => Ok(()),
            None => Err(self.unknown(name)?),
        }
    }

    fn unknown(&self, name: &str) -> Result<KnowledgeError, KnowledgeError> {
        let count: usize = self
            .connection
            .query_row("SELECT count(*) FROM games", [], |row| row.get(0))?;
        Ok(KnowledgeError::Unknown {
            name: name.to_string(),
            known: match count {
                0 => "it is empty".to_string(),
                1 => "it has one game".to_string(),
                _ => format!("it has {count} games"),
            },
        })
    }
}

/// A stored game, if it matches its checksum.
fn game(row: &Row) -> Result<StoredGame, KnowledgeError> {
    let game = unchecked(row)?;
    let counts = [game.rules, game.nodes];
    let sum = checksum::of_game(game.key.bytes(), &game.name, &game.sheet, counts);
    match row.get::<_, Option<String>>(7)? == Some(sum) {
        true => Ok(game),
        false => Err(KnowledgeError::Damaged {
            what: format!("the game `{}`", game.name),
        }),
    }
}

fn unchecked(row: &Row) -> rusqlite::Result<StoredGame> {
    Ok(StoredGame {
        key: key(row.get(0)?),
        name: row.get(1)?,
        sheet: row.get(2)?,
        rules: row.get(3)?,
        nodes: row.get(4)?,
        has_recognition_keys: row.get::<_, Option<String>>(5)?.as_deref()
            == Some(RECOGNITION_KEYS_VERSION),
        added: row.get(6)?,
    })
}

fn find(connection: &Connection, name: &str) -> Result<Option<StoredGame>, KnowledgeError> {
    let query = format!("SELECT {COLUMNS} FROM games WHERE name = ?1");
    let found = connection.query_row(&query, [name], |row| Ok(game(row)));
    found.optional()?.transpose()
}

/// The key of the game with this name. The game may be damaged.
fn key_of(connection: &Connection, name: &str) -> Result<Option<Vec<u8>>, KnowledgeError> {
    let query = "SELECT key FROM games WHERE name = ?1";
    let found = connection.query_row(query, [name], |row| row.get(0));
    Ok(found.optional()?)
}

fn name_of(connection: &Connection, key: &CanonicalKey) -> Result<Option<String>, KnowledgeError> {
    let query = "SELECT name FROM games WHERE key = ?1";
    let found = connection.query_row(query, [key.bytes()], |row| row.get(0));
    Ok(found.optional()?)
}
