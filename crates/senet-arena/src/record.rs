//! Match records: the JSON that GGP hosts publish, plus our own keys, which begin with `x-`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The record of a match. Lists over roles are in role order. There is one more state than there are joint moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MatchRecord {
    /// The identifier of the match.
    pub match_id: String,
    /// Distinguishes matches with the same identifier.
    pub random_token: String,
    /// When the match started: milliseconds since 1970.
    pub start_time: u64,
    /// The address of the rule sheet.
    #[serde(rename = "gameMetaURL")]
    pub game_meta_url: String,
    /// Seconds before the first move.
    pub start_clock: i64,
    /// Seconds for each move.
    pub play_clock: i64,
    /// Seconds for a preview; -1 if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview_clock: Option<i64>,
    /// The facts of each state, as one list.
    pub states: Vec<String>,
    /// The joint moves.
    pub moves: Vec<Vec<String>>,
    /// When each state was reached.
    pub state_times: Vec<u64>,
    /// For each state, the errors of the roles on the way to it; an empty text means no error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<Vec<Vec<String>>>,
    /// True if the match ended by its rules.
    #[serde(default)]
    pub is_completed: bool,
    /// True if the match was aborted.
    #[serde(default)]
    pub is_aborted: bool,
    /// The goals of a completed match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal_values: Option<Vec<i32>>,
    /// The names of the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player_names_from_host: Option<Vec<String>>,
    /// True for each person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_player_human: Option<Vec<bool>>,
    /// The tournament that the match belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament_name_from_host: Option<String>,
    /// True if players got a scrambled rule sheet.
    #[serde(default)]
    pub scrambled: bool,
    /// The name of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_name: Option<String>,
    /// The names of the game's roles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_role_names: Option<Vec<String>>,
    /// Keys of Senet.
    #[serde(flatten)]
    pub own: OwnKeys,
    /// Keys that Senet does not know.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Keys of Senet.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct OwnKeys {
    /// The seed of every random choice.
    #[serde(rename = "x-seed", default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of joint moves in the opening, which no player chose.
    #[serde(rename = "x-opening", default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<usize>,
    /// Why the match was aborted.
    #[serde(rename = "x-reason", default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The clocks in milliseconds, and what they measure.
    #[serde(rename = "x-clocks", default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<OwnClocks>,
    /// The back end of the game.
    #[serde(rename = "x-backEnd", default, skip_serializing_if = "Option::is_none")]
    pub back_end: Option<String>,
    /// For each state, the milliseconds that the match waited for each role on the way to it; 0 for a role that was not asked.
    #[serde(
        rename = "x-thinkingMs",
        default,
        skip_serializing_if = "Vec::is_empty"
    )]
    pub thinking_ms: Vec<Vec<f64>>,
    /// For each state, the players' reports on the way to it.
    #[serde(rename = "x-reports", default, skip_serializing_if = "Vec::is_empty")]
    pub reports: Vec<Vec<ShortReport>>,
    /// The substitute moves.
    #[serde(
        rename = "x-substituted",
        default,
        skip_serializing_if = "Vec::is_empty"
    )]
    pub substituted: Vec<Substituted>,
}

/// The clocks of a match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct OwnClocks {
    /// Milliseconds before the first move.
    pub start_ms: f64,
    /// Milliseconds for each move.
    pub play_ms: f64,
    /// `wall`, or `thread-cpu` for the CPU time of the player's thread.
    pub kind: String,
    /// The limit on simulations for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulations: Option<u64>,
}

/// The part of a report that a record keeps.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ShortReport {
    /// Why the player stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// Playouts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub simulations: u64,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub nodes: u64,
    /// The search depth in moves.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub depth: u64,
    /// The goal that the player expected for itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// True if the value is proven.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proven: bool,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A substitute move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Substituted {
    /// The number of joint moves before this one.
    pub step: usize,
    /// The role.
    pub role: String,
    /// The substitute.
    #[serde(rename = "move")]
    pub made: String,
    /// Why the player's own move was replaced.
    pub why: String,
}
