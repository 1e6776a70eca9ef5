//! Known games.

use super::open::{key, now};
use super::{KnowledgeBase, KnowledgeError};
use crate::recognition::SIGNS_VERSION;
use rusqlite::{Connection, OptionalExtension, Row, params};
use senet_graph::Key;

/// A game that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// Its key.
    pub key: Key,
    /// What it is called.
    pub name: String,
    /// Its rules.
    pub sheet: String,
    /// How many rules and facts it has.
    pub rules: usize,
    /// How many nodes its graph has.
    pub nodes: usize,
    /// Whether its signs are kept, and are those that this program makes.
    pub has_signs: bool,
    /// When it was added: milliseconds since 1970.
    pub added: u64,
}

/// A game to be remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEntry<'a> {
    /// Its key.
    pub key: Key,
    /// What to call it.
    pub name: &'a str,
    /// Its rules.
    pub sheet: &'a str,
    /// How many rules and facts it has.
    pub rules: usize,
    /// How many nodes its graph has.
    pub nodes: usize,
}

/// What came of remembering a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remembered {
    /// It is new.
    Added,
    /// It is known already, under this name.
    Known(String),
}

const COLUMNS: &str = "key, name, sheet, rules, nodes, signs_by, added";

impl KnowledgeBase {
    /// Adds a game unless it is known, under whatever name.
    pub fn remember(&mut self, game: &GameEntry) -> Result<Remembered, KnowledgeError> {
        let transaction = self.write()?;
        if let Some(known) = name_of(&transaction, &game.key)? {
            return Ok(Remembered::Known(known));
        }
        if find(&transaction, game.name)?.is_some() {
            return Err(KnowledgeError::Taken(game.name.to_string()));
        }
        transaction.execute(
            "INSERT INTO games (key, name, sheet, rules, nodes, added) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![game.key.bytes(), game.name, game.sheet, game.rules, game.nodes, now()],
        )?;
        transaction.commit()?;
        Ok(Remembered::Added)
    }

    /// All games by name.
    pub fn games(&self) -> Result<Vec<StoredGame>, KnowledgeError> {
        let query = format!("SELECT {COLUMNS} FROM games ORDER BY name");
        let mut query = self.connection.prepare(&query)?;
        let rows = query.query_map([], game)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The game of this name.
    pub fn game(&self, name: &str) -> Result<StoredGame, KnowledgeError> {
        match find(&self.connection, name)? {
            Some(found) => Ok(found),
            None => Err(self.unknown(name)?),
        }
    }

    /// Forgets a game, its signs and what was learnt about it.
    pub fn forget(&mut self, name: &str) -> Result<(), KnowledgeError> {
        let transaction = self.write()?;
        let found = find(&transaction, name)?;
        if let Some(found) = &found {
            for table in ["learnt", "games"] {
                let statement = format!("DELETE FROM {table} WHERE key = ?1");
                transaction.execute(&statement, [found.key.bytes()])?;
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

fn game(row: &Row) -> rusqlite::Result<StoredGame> {
    Ok(StoredGame {
        key: key(row.get(0)?),
        name: row.get(1)?,
        sheet: row.get(2)?,
        rules: row.get(3)?,
        nodes: row.get(4)?,
        has_signs: row.get::<_, Option<String>>(5)?.as_deref() == Some(SIGNS_VERSION),
        added: row.get(6)?,
    })
}

fn find(connection: &Connection, name: &str) -> Result<Option<StoredGame>, KnowledgeError> {
    let query = format!("SELECT {COLUMNS} FROM games WHERE name = ?1");
    Ok(connection.query_row(&query, [name], game).optional()?)
}

fn name_of(connection: &Connection, key: &Key) -> Result<Option<String>, KnowledgeError> {
    let query = "SELECT name FROM games WHERE key = ?1";
    let found = connection.query_row(query, [key.bytes()], |row| row.get(0));
    Ok(found.optional()?)
}
