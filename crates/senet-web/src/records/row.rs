//! A record in a list.

use senet_arena::MatchRecord;
use serde::Serialize;
use utoipa::ToSchema;

/// A record in a list.
#[derive(Clone, Default, Serialize, ToSchema, Debug)]
pub struct RecordRow {
    /// The identifier.
    pub id: String,
    /// The game.
    pub game: String,
    /// The roles of the game.
    pub roles: Vec<String>,
    /// The players.
    pub players: Vec<String>,
    /// The goals; missing for aborted matches.
    pub goals: Option<Vec<i32>>,
    /// When the match started: milliseconds since 1970.
    pub started_ms: u64,
    /// The number of joint moves.
    pub moves: usize,
    /// The tournament that the match belongs to.
    pub tournament: Option<String>,
    /// Why the file is unreadable.
    pub problem: Option<String>,
}

impl RecordRow {
    /// The row of a record.
    pub fn of(id: &str, record: &MatchRecord) -> RecordRow {
        RecordRow {
            id: id.to_string(),
            game: record.game_name.clone().unwrap_or_default(),
            roles: record.game_role_names.clone().unwrap_or_default(),
            players: record.player_names_from_host.clone().unwrap_or_default(),
            goals: record.goal_values.clone(),
            started_ms: record.start_time,
            moves: record.moves.len(),
            tournament: record.tournament_name_from_host.clone(),
            problem: None,
        }
    }

    /// The row of an unreadable file.
    pub fn unreadable(id: &str, problem: String) -> RecordRow {
        RecordRow {
            id: id.to_string(),
            problem: Some(problem),
            ..RecordRow::default()
        }
    }
}
