//! A record in a list.

use senet_arena::MatchRecord;
use serde::Serialize;
use utoipa::ToSchema;

/// A record in a list.
#[derive(Clone, Default, Serialize, ToSchema, Debug)]
pub struct RecordRow {
    /// The name by which it is known.
    pub id: String,
    /// The game.
    pub game: String,
    /// Its roles.
    pub roles: Vec<String>,
    /// Who played them.
    pub players: Vec<String>,
    /// What it came to; nothing for matches that were given up.
    pub goals: Option<Vec<i32>>,
    /// When it began: milliseconds since 1970.
    pub started_ms: u64,
    /// How many joint moves were made.
    pub moves: usize,
    /// The tournament that it belongs to.
    pub tournament: Option<String>,
    /// Why it cannot be read.
    pub problem: Option<String>,
}

impl RecordRow {
    /// What a list says of a record.
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

    /// What a list says of a file that cannot be read.
    pub fn unreadable(id: &str, problem: String) -> RecordRow {
        RecordRow {
            id: id.to_string(),
            problem: Some(problem),
            ..RecordRow::default()
        }
    }
}
