//! The tables and their migrations.

use super::{KnowledgeError, checksum};
use senet_database::Migration;

/// `STEPS[n]` migrates version n to version n + 1.
pub const STEPS: [Migration<KnowledgeError>; 3] = [
    (FIRST, |_| Ok(())),
    (SIGNS, |_| Ok(())),
    (CHECKSUMS, |transaction| checksum::write_all(transaction)),
];

/// `notes` has at most one row, which holds the version of all keys. `learnt` has no foreign key, because its games
/// may be unknown.
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

/// Replaces the table of variants by a table of all recognition keys, called `signs`. The old table was always empty.
const SIGNS: &str = "
    DROP TABLE variants;
    ALTER TABLE games RENAME COLUMN variants_by TO signs_by;
    CREATE TABLE signs (
        key BLOB NOT NULL,
        game BLOB NOT NULL REFERENCES games (key) ON DELETE CASCADE ON UPDATE CASCADE,
        part TEXT NOT NULL,
        transformations TEXT NOT NULL,
        PRIMARY KEY (key, game, part, transformations)
    ) WITHOUT ROWID;
    CREATE INDEX signs_of ON signs (game);
";

/// Checksums find damaged rows. The migration computes the checksums of old rows, so they cannot show earlier
/// damage.
const CHECKSUMS: &str = "
    ALTER TABLE games ADD COLUMN checksum TEXT;
    ALTER TABLE learnt ADD COLUMN checksum TEXT;
";
