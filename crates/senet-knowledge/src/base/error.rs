//! The errors of the knowledge base.

use senet_database::DatabaseError;
use senet_graph::TooHard;

/// An error of the knowledge base.
#[derive(Debug, thiserror::Error)]
pub enum KnowledgeError {
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// Another game has this name.
    #[error("the knowledge base has another game called `{0}` already")]
    Taken(String),
    /// No game has this name.
    #[error("the knowledge base has no game called `{name}`; {known}")]
    Unknown {
        /// The requested name.
        name: String,
        /// The number of known games, as text.
        known: String,
    },
    /// A stored game or value does not match its checksum.
    #[error("{what} in the knowledge base is damaged: it does not match its checksum")]
    Damaged {
        /// The game or value.
        what: String,
    },
    /// A stored value cannot be parsed.
    #[error("the knowledge base contains an unreadable value: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The key has an old version and cannot be recomputed.
    #[error("the key of `{name}` in the knowledge base cannot be updated: {error}")]
    Key {
        /// The name of the game.
        name: String,
        /// The reason.
        error: TooHard,
    },
}

/// The name of the database in error messages.
pub const WHAT: &str = "the knowledge base";

impl From<rusqlite::Error> for KnowledgeError {
    fn from(error: rusqlite::Error) -> KnowledgeError {
        DatabaseError::new(WHAT, error).into()
    }
}
