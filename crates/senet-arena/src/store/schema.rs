//! The database schema and its migrations.

use super::checksum::{write_checksum, write_plan_checksum};
use super::{StoreError, digest};
use rusqlite::{Transaction, params};
use senet_database::Migration;

/// `STEPS[n]` migrates version n to version n + 1.
pub const STEPS: [Migration<StoreError>; 4] = [
    (FIRST, |_| Ok(())),
    (DIGESTS, fill_digests),
    (CHECKSUMS, fill_checksums),
    (PLAN_CHECKSUMS, fill_plan_checksums),
];

const FIRST: &str = "
    CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        plan TEXT NOT NULL,
        created INTEGER NOT NULL
    );
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
        process INTEGER NOT NULL,
        started INTEGER NOT NULL
    );
    CREATE TABLE matches (
        tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        round INTEGER NOT NULL,
        game INTEGER NOT NULL,
        seats TEXT NOT NULL,
        seed INTEGER NOT NULL,
        opening_seed INTEGER NOT NULL,
        status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'claimed', 'done', 'failed')),
        run INTEGER REFERENCES runs (id),
        started INTEGER,
        ended INTEGER,
        goals TEXT,
        error TEXT,
        record TEXT,
        PRIMARY KEY (tournament, number)
    );
    CREATE INDEX matches_by_status ON matches (tournament, status, number);
";

/// Digests find repeated matches without reading all records. The first version did not store substitute moves, so they stay unknown for its matches.
const DIGESTS: &str = "
    ALTER TABLE matches ADD COLUMN moves INTEGER;
    ALTER TABLE matches ADD COLUMN digest TEXT;
    ALTER TABLE matches ADD COLUMN substituted TEXT;
";

/// Checksums find damaged rows. A migration computes the checksums of old rows, so they cannot show earlier damage. Goals are compared with the
/// record of the match in any case.
const CHECKSUMS: &str = "
    ALTER TABLE matches ADD COLUMN checksum TEXT;
";

/// Plans name the games and the players, so damage there would give results to the wrong players.
const PLAN_CHECKSUMS: &str = "
    ALTER TABLE tournaments ADD COLUMN checksum TEXT;
";

fn fill_plan_checksums(transaction: &Transaction) -> Result<(), StoreError> {
    let mut find = transaction.prepare("SELECT id FROM tournaments")?;
    let found: Vec<i64> = find
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for tournament in found {
        write_plan_checksum(transaction, tournament)?;
    }
    Ok(())
}

fn fill_checksums(transaction: &Transaction) -> Result<(), StoreError> {
    let mut find = transaction.prepare("SELECT tournament, number FROM matches")?;
    let found = find.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let found: Vec<(i64, usize)> = found.collect::<Result<_, _>>()?;
    for (tournament, number) in found {
        write_checksum(transaction, tournament, number)?;
    }
    Ok(())
}

fn fill_digests(transaction: &Transaction) -> Result<(), StoreError> {
    let mut find = transaction
        .prepare("SELECT tournament, number, record FROM matches WHERE record IS NOT NULL")?;
    let mut update = transaction.prepare(
        "UPDATE matches SET moves = ?3, digest = ?4 WHERE tournament = ?1 AND number = ?2",
    )?;
    let mut rows = find.query([])?;
    while let Some(row) = rows.next()? {
        let (tournament, number): (i64, i64) = (row.get(0)?, row.get(1)?);
        // A damaged record has no moves; it is reported when it is read.
        if let Ok((moves, digest)) = digest(&row.get::<_, String>(2)?) {
            update.execute(params![tournament, number, moves, digest])?;
        }
    }
    Ok(())
}
