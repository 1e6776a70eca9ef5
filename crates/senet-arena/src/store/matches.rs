//! Matches in the database.

use super::checksum::{COVERED, damage, write_checksum};
use super::{Lock, Store, StoreError, digest};
use rusqlite::types::{Type, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The end of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The result.
    pub ended: Ended,
    /// The record as JSON; a failed match may have none.
    pub record: Option<String>,
    /// For each seat, the number of substitute moves.
    pub substituted: Vec<usize>,
    /// When the match started: milliseconds since 1970.
    pub started: u64,
    /// When the match ended.
    pub finished: u64,
}

/// The result of a match.
#[derive(Clone, PartialEq, Debug)]
pub enum Ended {
    /// The goals, by seat.
    Goals(Vec<i32>),
    /// The match failed for this reason.
    Failed(String),
}

/// A match in the database, without its record.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Stored {
    /// The number in the tournament.
    pub number: usize,
    /// The round.
    pub round: usize,
    /// The number of the game.
    pub game: usize,
    /// The player of each seat.
    pub seats: Vec<usize>,
    /// The seed of the match.
    pub seed: u64,
    /// The seed of the opening.
    pub opening_seed: u64,
    /// `open`, `claimed`, `done`, `failed` or `damaged`.
    pub status: String,
    /// When the match started: milliseconds since 1970.
    pub started: Option<u64>,
    /// When the match ended.
    pub ended: Option<u64>,
    /// The goal of each seat.
    pub goals: Option<Vec<i32>>,
    /// Why the match failed.
    pub error: Option<String>,
    /// The number of joint moves.
    pub moves: Option<usize>,
    /// A digest of the moves; equal moves have equal digests.
    pub digest: Option<String>,
    /// For each seat, the number of substitute moves.
    pub substituted: Option<Vec<usize>>,
    /// The reason why the stored row is damaged, if it is. Then only the number of the match is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<String>,
}

impl Store {
    /// Claims the next unclaimed match; `None` if there is none.
    pub fn claim(&mut self, lock: &Lock, now: u64) -> Result<Option<Stored>, StoreError> {
        let transaction = self.write()?;
        let next = "SELECT min(number) FROM matches WHERE tournament = ?1 AND status = 'open'";
        let next: Option<usize> =
            transaction.query_row(next, [lock.tournament], |row| row.get(0))?;
        let Some(number) = next else {
            return Ok(None);
        };
        let claimed = claim_one(&transaction, lock, number, now)?;
        transaction.commit()?;
        Ok(claimed)
    }

    /// Claims all unclaimed matches, or none if one of them is damaged. Thousands of matches take one transaction.
    pub fn claim_all(&mut self, lock: &Lock, now: u64) -> Result<Vec<Stored>, StoreError> {
        let transaction = self.write()?;
        let open =
            "SELECT number FROM matches WHERE tournament = ?1 AND status = 'open' ORDER BY number";
        let mut open = transaction.prepare(open)?;
        let numbers = open.query_map([lock.tournament], |row| row.get(0))?;
        let numbers: Vec<usize> = numbers.collect::<Result<_, _>>()?;
        drop(open);
        let mut claimed = Vec::with_capacity(numbers.len());
        for number in numbers {
            claimed.extend(claim_one(&transaction, lock, number, now)?);
        }
        transaction.commit()?;
        Ok(claimed)
    }

    /// Stores the result of a claimed match. Fails if this run has not claimed it, or has stored a result already.
    pub fn finish(
        &mut self,
        lock: &Lock,
        number: usize,
        finished: &Finished,
    ) -> Result<(), StoreError> {
        let (status, goals, error) = match &finished.ended {
            Ended::Goals(goals) => ("done", Some(format!("{goals:?}")), None),
            Ended::Failed(reason) => ("failed", None, Some(reason)),
        };
        let read = finished.record.as_deref().map(digest).transpose()?;
        let (moves, digest) = read.unzip();
        let transaction = self.write()?;
        let written = transaction.execute(
            "UPDATE matches SET status = ?4, goals = ?5, error = ?6, record = ?7, started = ?8, ended = ?9,
                 moves = ?10, digest = ?11, substituted = ?12
             WHERE tournament = ?1 AND number = ?2 AND run = ?3 AND status = 'claimed'",
            params![
                lock.tournament,
                number,
                lock.run,
                status,
                goals,
                error,
                finished.record,
                finished.started,
                finished.finished,
                moves,
                digest,
                format!("{:?}", finished.substituted),
            ],
        )?;
        if written != 1 {
            return Err(StoreError::NotClaimed(number));
        }
        write_checksum(&transaction, lock.tournament, number)?;
        transaction.commit()?;
        Ok(())
    }

    /// Releases a claimed match.
    pub fn give_back(&mut self, lock: &Lock, number: usize) -> Result<(), StoreError> {
        self.connection.execute(
            "UPDATE matches SET status = 'open', run = NULL, started = NULL
             WHERE tournament = ?1 AND number = ?2 AND run = ?3 AND status = 'claimed'",
            params![lock.tournament, number, lock.run],
        )?;
        Ok(())
    }

    /// All matches of a tournament, in order. Damaged matches have a reason and no result.
    pub fn matches(&self, tournament: i64) -> Result<Vec<Stored>, StoreError> {
        read_all(&self.connection, tournament)
    }

    /// The record of a match as JSON, if there is one. Fails if the match is damaged.
    pub fn record(&self, tournament: i64, number: usize) -> Result<Option<String>, StoreError> {
        if let Some(Stored {
            damage: Some(reason),
            ..
        }) = read_one(&self.connection, tournament, number)?
        {
            return Err(StoreError::Damaged { number, reason });
        }
        let query = "SELECT record FROM matches WHERE tournament = ?1 AND number = ?2";
        let found = self
            .connection
            .query_row(query, params![tournament, number], |row| row.get(0))
            .optional()?;
        Ok(found.flatten())
    }
}

/// All matches of a tournament.
pub(super) fn read_all(
    connection: &Connection,
    tournament: i64,
) -> Result<Vec<Stored>, StoreError> {
    let query = format!(
        "SELECT {COVERED}, status, checksum, started FROM matches WHERE tournament = ?1 ORDER BY number"
    );
    let mut query = connection.prepare(&query)?;
    let rows = query.query_map([tournament], checked)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Claims an unclaimed match. Fails if it is damaged.
fn claim_one(
    connection: &Connection,
    lock: &Lock,
    number: usize,
    now: u64,
) -> Result<Option<Stored>, StoreError> {
    connection.execute(
        "UPDATE matches SET status = 'claimed', run = ?3, started = ?4 WHERE tournament = ?1 AND number = ?2",
        params![lock.tournament, number, lock.run, now],
    )?;
    let claimed = read_one(connection, lock.tournament, number)?;
    match claimed {
        Some(Stored {
            damage: Some(reason),
            ..
        }) => Err(StoreError::Damaged { number, reason }),
        claimed => Ok(claimed),
    }
}

/// One match of a tournament.
fn read_one(
    connection: &Connection,
    tournament: i64,
    number: usize,
) -> Result<Option<Stored>, StoreError> {
    let query = format!(
        "SELECT {COVERED}, status, checksum, started FROM matches WHERE tournament = ?1 AND number = ?2"
    );
    let mut query = connection.prepare_cached(&query)?;
    let found = query.query_row(params![tournament, number], checked);
    Ok(found.optional()?)
}

/// A match of the database. A damaged match has only its number and the reason.
fn checked(row: &Row) -> rusqlite::Result<Stored> {
    let number = row.get(1)?;
    let unreadable = |error: rusqlite::Error| format!("a value cannot be read: {error}");
    let reason = match damage(row) {
        Ok(None) => match stored(row) {
            Ok(stored) => return Ok(stored),
            Err(error) => unreadable(error),
        },
        Ok(Some(reason)) => reason,
        Err(error) => unreadable(error),
    };
    Ok(Stored {
        number,
        status: "damaged".to_string(),
        damage: Some(reason),
        ..Stored::default()
    })
}

fn stored(row: &Row) -> rusqlite::Result<Stored> {
    Ok(Stored {
        number: row.get(1)?,
        round: row.get(2)?,
        game: row.get(3)?,
        seats: list(row, 4)?,
        seed: row.get(5)?,
        opening_seed: row.get(6)?,
        goals: optional(row, 7)?,
        error: row.get(8)?,
        moves: row.get(9)?,
        digest: row.get(10)?,
        substituted: optional(row, 11)?,
        ended: row.get(12)?,
        status: row.get(14)?,
        started: row.get(16)?,
        damage: None,
    })
}

/// A JSON list that may be missing.
fn optional<T: DeserializeOwned>(row: &Row, column: usize) -> rusqlite::Result<Option<Vec<T>>> {
    match row.get_ref(column)? {
        ValueRef::Null => Ok(None),
        _ => list(row, column).map(Some),
    }
}

/// A JSON list.
fn list<T: DeserializeOwned>(row: &Row, column: usize) -> rusqlite::Result<Vec<T>> {
    let text: String = row.get(column)?;
    let failed =
        |error| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error));
    serde_json::from_str(&text).map_err(failed)
}
