//! Match records: the JSON that GGP hosts publish, and what is our own in it (keys that begin with `x-`).

use crate::chance::{Purpose, stream};
use crate::clocks::whole_seconds;
use crate::kif::spaced;
use crate::protocol::Dialect;
use crate::setup::{MatchSetup, Outcome, Readiness, Turn};
use crate::{Rules, Trouble};
use senet_engine::{RoleId, State};
use senet_search::{Clock, Report};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::time::Duration;

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

/// All that a record tells of.
pub struct Story<'a> {
    /// The match as it was set up.
    pub setup: &'a MatchSetup,
    /// What was played.
    pub rules: &'a Rules,
    /// What it is called.
    pub id: String,
    /// When it began.
    pub started: u64,
    /// Its first state.
    pub initial: &'a State,
    /// How the players got ready.
    pub readiness: &'a Readiness,
    /// The moves.
    pub turns: &'a [Turn],
    /// How it ended.
    pub outcome: &'a Outcome,
}

/// The record of a match that was played here.
pub fn of_match(story: &Story) -> MatchRecord {
    let (setup, rules) = (story.setup, story.rules);
    let states = story.turns.iter().map(|turn| &turn.next);
    let states = std::iter::once(story.initial).chain(states);
    let address = setup.address.clone();
    MatchRecord {
        random_token: token(setup.seed, &story.id),
        match_id: story.id.clone(),
        start_time: story.started,
        game_meta_url: address.unwrap_or_else(|| format!("senet://games/{}/v0/", rules.name)),
        start_clock: whole_seconds(setup.clocks.start) as i64,
        play_clock: whole_seconds(setup.clocks.play) as i64,
        preview_clock: Some(-1),
        states: states
            .map(|state| state_text(&rules.facts(state)))
            .collect(),
        moves: story.turns.iter().map(joint_texts).collect(),
        state_times: times(story),
        errors: Some(errors(story)),
        is_completed: matches!(story.outcome, Outcome::Completed(_)),
        is_aborted: matches!(story.outcome, Outcome::Aborted(_)),
        goal_values: match story.outcome {
            Outcome::Completed(goals) => Some(goals.clone()),
            Outcome::Aborted(_) => None,
        },
        player_names_from_host: Some(setup.players.iter().map(|who| who.to_string()).collect()),
        is_player_human: Some(vec![false; setup.players.len()]),
        tournament_name_from_host: setup.tournament.clone(),
        scrambled: setup.scramble || setup.host.dialect == Dialect::Tiltyard,
        game_name: Some(rules.name.clone()),
        game_role_names: Some(rules.role_names()),
        own: own_keys(story),
        other: Map::new(),
    }
}

fn own_keys(story: &Story) -> OwnKeys {
    let clocks = &story.setup.clocks;
    OwnKeys {
        seed: Some(story.setup.seed),
        opening: match story.setup.opening.len() {
            0 => None,
            moves => Some(moves),
        },
        reason: match story.outcome {
            Outcome::Aborted(reason) => Some(reason.clone()),
            Outcome::Completed(_) => None,
        },
        clocks: Some(OwnClocks {
            start_ms: milliseconds(clocks.start),
            play_ms: milliseconds(clocks.play),
            kind: match clocks.kind {
                Clock::Wall => "wall".to_string(),
                Clock::ThreadCpu => "thread-cpu".to_string(),
            },
            simulations: clocks.simulations,
        }),
        back_end: Some(story.rules.back_end.to_string()),
        thinking_ms: rows(
            story,
            |readiness| &readiness.thinking,
            |turn| &turn.thinking,
        )
        .map(|row| {
            row.iter()
                .map(|time| time.map_or(0.0, milliseconds))
                .collect()
        })
        .collect(),
        reports: rows(story, |readiness| &readiness.reports, |turn| &turn.reports)
            .map(|row| row.iter().enumerate().map(short_report).collect())
            .collect(),
        substituted: substituted(story),
    }
}

/// A list over roles for each state: what belongs to the start, then what belongs to each move.
fn rows<'a, T: 'a>(
    story: &'a Story,
    of_start: impl Fn(&'a Readiness) -> &'a Vec<T>,
    of_turn: impl Fn(&'a Turn) -> &'a Vec<T>,
) -> impl Iterator<Item = &'a Vec<T>> {
    std::iter::once(of_start(story.readiness)).chain(story.turns.iter().map(of_turn))
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn short_report((role, report): (RoleId, &Option<Report>)) -> ShortReport {
    let Some(report) = report else {
        return ShortReport::default();
    };
    ShortReport {
        stop: Some(report.stop.to_string()),
        simulations: report.simulations,
        nodes: report.nodes,
        depth: u64::from(report.depth),
        value: report
            .value(role)
            .filter(|value| value.is_finite())
            .map(|value| (value * 100.0).round() / 100.0),
        proven: report.proven,
    }
}

fn errors(story: &Story) -> Vec<Vec<String>> {
    let code = |trouble: &Option<Trouble>| trouble.as_ref().map_or(String::new(), Trouble::code);
    rows(
        story,
        |readiness| &readiness.troubles,
        |turn| &turn.troubles,
    )
    .map(|row| row.iter().map(code).collect())
    .collect()
}

fn substituted(story: &Story) -> Vec<Substituted> {
    let roles = story.rules.role_names();
    let mut all = Vec::new();
    for turn in story.turns {
        for (role, trouble) in turn.troubles.iter().enumerate() {
            if let Some(trouble) = trouble {
                all.push(Substituted {
                    step: turn.step,
                    role: roles[role].clone(),
                    made: turn.moves[role].clone(),
                    why: trouble.to_string(),
                });
            }
        }
    }
    all
}

/// Times never go back, whatever the clock of the machine does.
fn times(story: &Story) -> Vec<u64> {
    let mut last = story.started;
    let later = story.turns.iter().map(|turn| {
        last = last.max(turn.time);
        last
    });
    std::iter::once(story.started).chain(later).collect()
}

fn joint_texts(turn: &Turn) -> Vec<String> {
    turn.moves.iter().map(|text| spaced(text)).collect()
}

/// A state as one list: `( ( cell 1 1 b ) ( control x ) )`.
pub(crate) fn state_text(facts: &[String]) -> String {
    let facts: Vec<_> = facts.iter().map(|fact| spaced(fact)).collect();
    match facts.is_empty() {
        true => "( )".to_string(),
        false => format!("( {} )", facts.join(" ")),
    }
}

/// 32 letters and digits that tell the match from others.
fn token(seed: u64, id: &str) -> String {
    let named = id.bytes().fold(seed, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    let mut rng = stream(named, Purpose::Token, 0, 0);
    (0..32).map(|_| rng.alphanumeric()).collect()
}
