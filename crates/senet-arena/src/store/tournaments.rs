//! Tournaments in the database.

use super::checksum::{check_plan, write_checksum, write_plan_checksum};
use super::{Store, StoreError};
use crate::tournament::{Fixture, TournamentPlan, fixtures, match_seed, opening_seed};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params};

/// A tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Tournament {
    /// The number in the database.
    pub id: i64,
    /// The plan.
    pub plan: TournamentPlan,
    /// When the tournament was created: milliseconds since 1970.
    pub created: u64,
}

/// A tournament and its progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The tournament.
    pub tournament: Tournament,
    /// Finished matches.
    pub done: usize,
    /// Failed matches.
    pub failed: usize,
    /// All matches planned so far, including finished and failed ones.
    pub planned: usize,
}

impl Store {
    /// Starts a write transaction.
    pub(super) fn write(&mut self) -> Result<Transaction<'_>, StoreError> {
        Ok(self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?)
    }

    /// Creates a tournament with all matches that can be planned now.
    pub fn create(&mut self, plan: &TournamentPlan, now: u64) -> Result<Tournament, StoreError> {
        let text = serde_json::to_string(plan).map_err(unreadable)?;
        let transaction = self.write()?;
        let taken = find(&transaction, &plan.name)?;
        if taken.is_some() {
            return Err(StoreError::Exists(plan.name.clone()));
        }
        transaction.execute(
            "INSERT INTO tournaments (name, plan, created) VALUES (?1, ?2, ?3)",
            params![plan.name, text, now],
        )?;
        let tournament = Tournament {
            id: transaction.last_insert_rowid(),
            plan: plan.clone(),
            created: now,
        };
        write_plan_checksum(&transaction, tournament.id)?;
        insert(&transaction, &tournament, 0, &fixtures(plan))?;
        transaction.commit()?;
        Ok(tournament)
    }

    /// Adds the matches of a round, unless they exist.
    pub fn add_round(
        &mut self,
        tournament: &Tournament,
        round: usize,
        fixtures: &[Fixture],
    ) -> Result<(), StoreError> {
        let transaction = self.write()?;
        let (there, next): (usize, usize) = transaction.query_row(
            "SELECT count(*) FILTER (WHERE round >= ?2), coalesce(max(number) + 1, 0)
             FROM matches WHERE tournament = ?1",
            params![tournament.id, round],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        if there == 0 {
            insert(&transaction, tournament, next, fixtures)?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// The tournament of this name.
    pub fn find(&self, name: &str) -> Result<Tournament, StoreError> {
        match find(&self.connection, name)? {
            Some(found) => {
                let found = found?;
                check_plan(&self.connection, found.id)?;
                Ok(found)
            }
            None => Err(self.unknown(name)?),
        }
    }

    fn unknown(&self, name: &str) -> Result<StoreError, StoreError> {
        let all = self.list()?;
        let names: Vec<_> = all
            .iter()
            .map(|s| s.tournament.plan.name.as_str())
            .collect();
        Ok(StoreError::Unknown {
            name: name.to_string(),
            known: match names.is_empty() {
                true => "there is none yet".to_string(),
                false => format!("there are: {}", names.join(", ")),
            },
        })
    }

    /// All tournaments, the oldest first.
    pub fn list(&self) -> Result<Vec<Summary>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT id, plan, created,
                 count(*) FILTER (WHERE status = 'done'), count(*) FILTER (WHERE status = 'failed'), count(status)
             FROM tournaments LEFT JOIN matches ON tournament = id GROUP BY id ORDER BY id",
        )?;
        let rows = query.query_map([], |row| {
            let counts = (row.get(3)?, row.get(4)?, row.get(5)?);
            Ok((tournament(row)?, counts))
        })?;
        rows.map(|row| {
            let (tournament, (done, failed, planned)) = row?;
            let tournament = tournament?;
            check_plan(&self.connection, tournament.id)?;
            Ok(Summary {
                tournament,
                done,
                failed,
                planned,
            })
        })
        .collect()
    }

    /// Deletes a tournament and all its matches. The lock proves that no process plays it.
    pub fn delete(&mut self, lock: super::Lock) -> Result<(), StoreError> {
        let transaction = self.write()?;
        for table in ["matches", "runs"] {
            let statement = format!("DELETE FROM {table} WHERE tournament = ?1");
            transaction.execute(&statement, [lock.tournament])?;
        }
        transaction.execute("DELETE FROM tournaments WHERE id = ?1", [lock.tournament])?;
        transaction.commit()?;
        Ok(())
    }
}

type Read = Result<Tournament, StoreError>;

/// Reads a tournament. An outer error comes from the database; an inner error says that the stored plan is unreadable.
fn tournament(row: &Row) -> rusqlite::Result<Read> {
    let (id, text, created): (_, String, _) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let plan = serde_json::from_str(&text).map_err(unreadable);
    Ok(plan.map(|plan| Tournament { id, plan, created }))
}

fn unreadable(error: serde_json::Error) -> StoreError {
    let what = "the plan of a tournament";
    StoreError::Unreadable { what, error }
}

fn find(connection: &Connection, name: &str) -> Result<Option<Read>, StoreError> {
    let query = "SELECT id, plan, created FROM tournaments WHERE name = ?1";
    Ok(connection.query_row(query, [name], tournament).optional()?)
}

/// Inserts open matches, numbered from `first`.
fn insert(
    transaction: &Transaction,
    tournament: &Tournament,
    first: usize,
    fixtures: &[Fixture],
) -> Result<(), StoreError> {
    let mut statement = transaction.prepare(
        "INSERT INTO matches (tournament, number, round, game, seats, seed, opening_seed)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let seed = tournament.plan.seed;
    for (number, fixture) in (first..).zip(fixtures) {
        let seats = serde_json::to_string(&fixture.seats).map_err(unreadable)?;
        statement.execute(params![
            tournament.id,
            number,
            fixture.round,
            fixture.game,
            seats,
            match_seed(seed, number),
            opening_seed(seed, fixture),
        ])?;
        write_checksum(transaction, tournament.id, number)?;
    }
    Ok(())
}
