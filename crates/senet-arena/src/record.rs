//! Match records: the JSON that GGP hosts publish, and what is our own in it (keys that begin with `x-`).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The record of a match. Lists over roles are in role order; there is one more state than there are joint moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MatchRecord {
    /// What the match is called.
    pub match_id: String,
    /// Tells this match from others of the same name.
    pub random_token: String,
    /// When it began: milliseconds since 1970.
    pub start_time: u64,
    /// Where the rules are kept.
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
    /// For each state what went wrong on the way to it; an empty text for nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<Vec<Vec<String>>>,
    /// Whether it ended by the rules.
    #[serde(default)]
    pub is_completed: bool,
    /// Whether it was given up.
    #[serde(default)]
    pub is_aborted: bool,
    /// The goals; only if it is completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal_values: Option<Vec<i32>>,
    /// Who played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player_names_from_host: Option<Vec<String>>,
    /// Who of them is a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_player_human: Option<Vec<bool>>,
    /// The tournament that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament_name_from_host: Option<String>,
    /// Whether players got the rules with other words.
    #[serde(default)]
    pub scrambled: bool,
    /// The name of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_name: Option<String>,
    /// The names of its roles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_role_names: Option<Vec<String>>,
    /// What records of Senet have besides.
    #[serde(flatten)]
    pub own: OwnKeys,
    /// Whatever else was in a record that was read.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// What records of Senet have besides.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct OwnKeys {
    /// Where all random choices came from.
    #[serde(rename = "x-seed", default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// So many joint moves were made before any player was asked.
    #[serde(rename = "x-opening", default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<usize>,
    /// Why the match was given up.
    #[serde(rename = "x-reason", default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The clocks in milliseconds, and what told the time.
    #[serde(rename = "x-clocks", default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<OwnClocks>,
    /// The reasoner behind the game.
    #[serde(rename = "x-backEnd", default, skip_serializing_if = "Option::is_none")]
    pub back_end: Option<String>,
    /// For each state how many milliseconds the match waited for each role on the way to it; 0 for those who were not asked.
    #[serde(
        rename = "x-thinkingMs",
        default,
        skip_serializing_if = "Vec::is_empty"
    )]
    pub thinking_ms: Vec<Vec<f64>>,
    /// For each state what each player found out on the way to it.
    #[serde(rename = "x-reports", default, skip_serializing_if = "Vec::is_empty")]
    pub reports: Vec<Vec<ShortReport>>,
    /// The moves that were made in place of others.
    #[serde(
        rename = "x-substituted",
        default,
        skip_serializing_if = "Vec::is_empty"
    )]
    pub substituted: Vec<Substituted>,
}

/// The clocks as they were set.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct OwnClocks {
    /// Milliseconds before the first move.
    pub start_ms: f64,
    /// Milliseconds for each move.
    pub play_ms: f64,
    /// `wall`, or `thread-cpu` for the processor time of the player's thread.
    pub kind: String,
    /// Simulations for each move, if they were limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulations: Option<u64>,
}

/// What is kept of a report.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ShortReport {
    /// Why the player stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// Random matches that it played.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub simulations: u64,
    /// States that it looked at.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub nodes: u64,
    /// How many moves it looked ahead.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub depth: u64,
    /// The goal that it expected for itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Whether that is proven.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proven: bool,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A move that was made in place of another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Substituted {
    /// How many joint moves were made before.
    pub step: usize,
    /// The role.
    pub role: String,
    /// The move that was made.
    #[serde(rename = "move")]
    pub made: String,
    /// What went wrong.
    pub why: String,
}
