//! The tables, and how older ones become newer ones.

use super::KnowledgeError;
use crate::database::Step;

/// `STEPS[n]` leads from version n to version n + 1.
pub const STEPS: [Step<KnowledgeError>; 1] = [(FIRST, |_| Ok(()))];

/// `notes` has one row at most, the version of all keys. Learnt values stand by themselves: they may be of a game that is not kept.
const FIRST: &str = "
    CREATE TABLE notes (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        keys TEXT NOT NULL
    );
    CREATE TABLE games (
        key BLOB PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        sheet TEXT NOT NULL,
        rules INTEGER NOT NULL,
        nodes INTEGER NOT NULL,
        variants_by TEXT,
        added INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE variants (
        key BLOB NOT NULL,
        game BLOB NOT NULL REFERENCES games (key) ON DELETE CASCADE ON UPDATE CASCADE,
        transformations TEXT NOT NULL,
        PRIMARY KEY (key, game, transformations)
    ) WITHOUT ROWID;
    CREATE INDEX variants_of ON variants (game);
    CREATE TABLE learnt (
        key BLOB NOT NULL,
        kind TEXT NOT NULL,
        content BLOB NOT NULL,
        written INTEGER NOT NULL,
        PRIMARY KEY (key, kind)
    );
";
