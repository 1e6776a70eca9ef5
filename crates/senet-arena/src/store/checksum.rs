//! Checks stored tournaments and matches: each row carries a checksum, and the goals of a match are those of its record.

use super::StoreError;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params};
use serde::Deserialize;

/// The columns that the checksum covers: the planned match, its result and its record. The other columns change while the match is played.
pub const COVERED: &str = "tournament, number, round, game, seats, seed, opening_seed, goals, error, moves, digest, substituted, ended, record";
/// The number of columns in [`COVERED`].
const COUNT: usize = 14;

/// The checksum of a row that begins with the covered columns.
fn checksum(row: &Row) -> rusqlite::Result<String> {
    first_values(row, COUNT)
}

/// The checksum of the first columns of a row.
fn first_values(row: &Row, count: usize) -> rusqlite::Result<String> {
    let values = (0..count).map(|column| row.get_ref(column));
    let values: Vec<_> = values.collect::<Result<_, _>>()?;
    Ok(senet_database::checksum(values))
}

/// Writes the checksum of a match. Callers do so in the transaction that changes the match.
pub fn write_checksum(
    connection: &Connection,
    tournament: i64,
    number: usize,
) -> Result<(), StoreError> {
    let query = format!("SELECT {COVERED} FROM matches WHERE tournament = ?1 AND number = ?2");
    let mut query = connection.prepare_cached(&query)?;
    let found = query.query_row(params![tournament, number], checksum)?;
    let update = "UPDATE matches SET checksum = ?3 WHERE tournament = ?1 AND number = ?2";
    let mut update = connection.prepare_cached(update)?;
    update.execute(params![tournament, number, found])?;
    Ok(())
}

/// The columns of a tournament that its checksum covers.
const PLAN: &str = "id, name, plan, created";
/// The number of columns in [`PLAN`].
const PLAN_COUNT: usize = 4;

/// The checksum of a row with all columns of a tournament that are covered.
fn plan_checksum(row: &Row) -> rusqlite::Result<String> {
    first_values(row, PLAN_COUNT)
}

/// Writes the checksum of a tournament.
pub fn write_plan_checksum(connection: &Connection, tournament: i64) -> Result<(), StoreError> {
    let query = format!("SELECT {PLAN} FROM tournaments WHERE id = ?1");
    let found = connection.query_row(&query, [tournament], plan_checksum)?;
    let update = "UPDATE tournaments SET checksum = ?2 WHERE id = ?1";
    connection.execute(update, params![tournament, found])?;
    Ok(())
}

/// Fails if a tournament does not match its checksum.
pub fn check_plan(connection: &Connection, tournament: i64) -> Result<(), StoreError> {
    let query = format!("SELECT {PLAN}, checksum FROM tournaments WHERE id = ?1");
    let sums = |row: &Row| {
        Ok((
            row.get::<_, Option<String>>(PLAN_COUNT)?,
            plan_checksum(row)?,
        ))
    };
    let (stored, right) = connection.query_row(&query, [tournament], sums)?;
    match stored == Some(right) {
        true => Ok(()),
        false => Err(StoreError::DamagedPlan(tournament)),
    }
}

/// Why a row is damaged; `None` if it is sound. The row begins with the covered columns, and the status and the checksum follow.
pub fn damage(row: &Row) -> rusqlite::Result<Option<String>> {
    let status: String = row.get(COUNT)?;
    let goals: Option<String> = row.get(7)?;
    let record: Option<String> = row.get(13)?;
    let has_error = !matches!(row.get_ref(8)?, ValueRef::Null);
    let is_possible = match status.as_str() {
        "open" | "claimed" => goals.is_none() && !has_error,
        "done" => goals.is_some() && !has_error,
        "failed" => goals.is_none() && has_error,
        _ => false,
    };
    if !is_possible {
        return Ok(Some(format!(
            "the status `{status}` contradicts the result"
        )));
    }
    if let (Some(goals), Some(record)) = (goals, record)
        && let Some(reason) = contradiction(&goals, &record)
    {
        return Ok(Some(reason));
    }
    let stored: Option<String> = row.get(COUNT + 1)?;
    Ok(match stored {
        None => Some("the checksum is missing".to_string()),
        Some(stored) if stored != checksum(row)? => {
            Some("the row does not match its checksum".to_string())
        }
        Some(_) => None,
    })
}

/// The part of a record that goals are compared with.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Goals {
    goal_values: Option<Vec<i32>>,
    game_role_names: Option<Vec<String>>,
}

/// How the stored goals contradict the record in the same row.
fn contradiction(goals: &str, record: &str) -> Option<String> {
    let stored: Vec<i32> = match serde_json::from_str(goals) {
        Ok(stored) => stored,
        Err(error) => return Some(format!("the goals cannot be read: {error}")),
    };
    let recorded: Goals = match serde_json::from_str(record) {
        Ok(recorded) => recorded,
        Err(error) => return Some(format!("the record cannot be read: {error}")),
    };
    let Some(values) = recorded.goal_values else {
        return Some("the record has no goals, but the row has".to_string());
    };
    // Chance has a goal in the record and no seat in the tournament.
    let roles = recorded.game_role_names.unwrap_or_default();
    let is_chance = |role: usize| roles.get(role).is_some_and(|name| name == "random");
    let of_seats = values.iter().enumerate();
    let of_seats = of_seats.filter(|(role, _)| !is_chance(*role));
    let of_seats: Vec<i32> = of_seats.map(|(_, &goal)| goal).collect();
    (of_seats != stored)
        .then(|| format!("the goals are {stored:?}, but {of_seats:?} in the record"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_compared_with_the_record() {
        let record = r#"{"goalValues":[100,50,0],"gameRoleNames":["a","random","b"],"moves":[]}"#;
        assert_eq!(contradiction("[100, 0]", record), None);
        let told = |goals: &str, record: &str| contradiction(goals, record).unwrap();
        assert_eq!(
            told("[300, 0]", record),
            "the goals are [300, 0], but [100, 0] in the record"
        );
        assert!(told("[0, 100]", record).contains("[100, 0]"));
        assert!(told("[100, 0", record).contains("the goals cannot be read"));
        assert!(told("[100, 0]", "{").contains("the record cannot be read"));
        assert!(told("[100, 0]", "{}").contains("no goals"));
    }
}
