//! What can go wrong with the knowledge base, in words that help.

use senet_database::DatabaseError;
use senet_graph::TooHard;

/// Why the knowledge base did not do what it should.
#[derive(Debug, thiserror::Error)]
pub enum KnowledgeError {
    /// The database itself.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// Another game has this name.
    #[error("the knowledge base has another game called `{0}` already")]
    Taken(String),
    /// No game of this name.
    #[error("the knowledge base has no game called `{name}`; {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// Something that is stored in words of this program, and cannot be read.
    #[error("the knowledge base holds something unreadable: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// Keys were made by another version, and cannot be made anew for this game.
    #[error("the key of `{name}` in the knowledge base cannot be brought up to date: {error}")]
    Key {
        /// The game.
        name: String,
        /// Why not.
        error: TooHard,
    },
}

/// What the database is called in errors.
pub const WHAT: &str = "the knowledge base";

impl From<rusqlite::Error> for KnowledgeError {
    fn from(error: rusqlite::Error) -> KnowledgeError {
        DatabaseError::new(WHAT, error).into()
    }
}
