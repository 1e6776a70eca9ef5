//! Matches in the database.

use super::{Lock, Store, StoreError, digest};
use rusqlite::types::{Type, ValueRef};
use rusqlite::{OptionalExtension, Row, params};
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
    /// When it started: milliseconds since 1970.
    pub started: u64,
    /// When it ended.
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
    /// Its number in the tournament.
    pub number: usize,
    /// The round.
    pub round: usize,
    /// The number of the game.
    pub game: usize,
    /// The player of each seat.
    pub seats: Vec<usize>,
    /// The seed of the match.
    pub seed: u64,
    /// The seed of its opening.
    pub opening_seed: u64,
    /// `open`, `claimed`, `done` or `failed`.
    pub status: String,
    /// When it started: milliseconds since 1970.
    pub started: Option<u64>,
    /// When it ended.
    pub ended: Option<u64>,
    /// The goal of each seat.
    pub goals: Option<Vec<i32>>,
    /// Why it failed.
    pub error: Option<String>,
    /// The number of joint moves.
    pub moves: Option<usize>,
    /// A digest of the moves; equal moves have equal digests.
    pub digest: Option<String>,
    /// For each seat, the number of substitute moves.
    pub substituted: Option<Vec<usize>>,
}

impl Store {
    /// Claims the next unclaimed match; `None` if there is none.
    pub fn claim(&mut self, lock: &Lock, now: u64) -> Result<Option<Stored>, StoreError> {
        let transaction = self.write()?;
        let query = format!(
            "UPDATE matches SET status = 'claimed', run = ?2, started = ?3
             WHERE tournament = ?1 AND number =
                 (SELECT min(number) FROM matches WHERE tournament = ?1 AND status = 'open')
             RETURNING {COLUMNS}"
        );
        let claimed = transaction
            .query_row(&query, params![lock.tournament, lock.run, now], stored)
            .optional()?;
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

    /// Releases failed matches to be played again; returns their number.
    pub fn retry_failed(&mut self, lock: &Lock) -> Result<usize, StoreError> {
        Ok(self.connection.execute(
            "UPDATE matches SET status = 'open', run = NULL, started = NULL, ended = NULL, error = NULL,
                 record = NULL, moves = NULL, digest = NULL, substituted = NULL
             WHERE tournament = ?1 AND status = 'failed'",
            [lock.tournament],
        )?)
    }

    /// All matches of a tournament, in order.
    pub fn matches(&self, tournament: i64) -> Result<Vec<Stored>, StoreError> {
        let query = format!("SELECT {COLUMNS} FROM matches WHERE tournament = ?1 ORDER BY number");
        let mut query = self.connection.prepare(&query)?;
        let rows = query.query_map([tournament], stored)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The record of a match as JSON, if there is one.
    pub fn record(&self, tournament: i64, number: usize) -> Result<Option<String>, StoreError> {
        let query = "SELECT record FROM matches WHERE tournament = ?1 AND number = ?2";
        let found = self
            .connection
            .query_row(query, params![tournament, number], |row| row.get(0))
            .optional()?;
        Ok(found.flatten())
    }
}

/// The columns that [`stored`] reads, in this order.
const COLUMNS: &str = "number, round, game, seats, seed, opening_seed, status, started, ended, goals, error, moves, digest, substituted";

fn stored(row: &Row) -> rusqlite::Result<Stored> {
    Ok(Stored {
        number: row.get(0)?,
        round: row.get(1)?,
        game: row.get(2)?,
        seats: list(row, 3)?,
        seed: row.get(4)?,
        opening_seed: row.get(5)?,
        status: row.get(6)?,
        started: row.get(7)?,
        ended: row.get(8)?,
        goals: optional(row, 9)?,
        error: row.get(10)?,
        moves: row.get(11)?,
        digest: row.get(12)?,
        substituted: optional(row, 13)?,
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
