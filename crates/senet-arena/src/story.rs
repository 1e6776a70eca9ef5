//! How the record of a match that was played here comes about.

use crate::chance::{Purpose, stream};
use crate::clocks::whole_seconds;
use crate::kif::spaced;
use crate::setup::{Outcome, Readiness, Turn};
use crate::{Clocks, MatchRecord, OwnClocks, OwnKeys, Rules, ShortReport, Substituted, Trouble};
use senet_engine::{RoleId, State};
use senet_search::{Clock, SearchReport};
use serde_json::Map;
use std::time::Duration;

/// Who played a role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seated {
    /// What the record calls them.
    pub name: String,
    /// Whether it was a person.
    pub human: bool,
}

/// All that a record tells of.
pub struct Story<'a> {
    /// What was played.
    pub rules: &'a Rules,
    /// What it is called.
    pub id: String,
    /// When it began.
    pub started: u64,
    /// Who played, in role order.
    pub seated: Vec<Seated>,
    /// The clocks.
    pub clocks: &'a Clocks,
    /// Where all random choices came from.
    pub seed: u64,
    /// So many joint moves were made before anybody was asked.
    pub opening: usize,
    /// Whether players got the rules with other words.
    pub scrambled: bool,
    /// The tournament that it belongs to.
    pub tournament: Option<String>,
    /// The address of the rules in a repository.
    pub address: Option<String>,
    /// Its first state.
    pub initial: &'a State,
    /// How the players got ready.
    pub readiness: &'a Readiness,
    /// The moves.
    pub turns: &'a [Turn],
    /// How it ended; nothing if it goes on.
    pub outcome: Option<&'a Outcome>,
}

/// The record of a match that was played here.
pub fn of_match(story: &Story) -> MatchRecord {
    let rules = story.rules;
    let states = story.turns.iter().map(|turn| &turn.next);
    let states = std::iter::once(story.initial).chain(states);
    let address = story.address.clone();
    let names = story.seated.iter().map(|seated| seated.name.clone());
    MatchRecord {
        random_token: token(story.seed, &story.id),
        match_id: story.id.clone(),
        start_time: story.started,
        game_meta_url: address.unwrap_or_else(|| format!("senet://games/{}/v0/", rules.name)),
        start_clock: whole_seconds(story.clocks.start) as i64,
        play_clock: whole_seconds(story.clocks.play) as i64,
        preview_clock: Some(-1),
        states: states
            .map(|state| state_text(&rules.facts(state)))
            .collect(),
        moves: story.turns.iter().map(joint_texts).collect(),
        state_times: times(story),
        errors: Some(errors(story)),
        is_completed: matches!(story.outcome, Some(Outcome::Completed(_))),
        is_aborted: matches!(story.outcome, Some(Outcome::Aborted(_))),
        goal_values: match story.outcome {
            Some(Outcome::Completed(goals)) => Some(goals.clone()),
            Some(Outcome::Aborted(_)) | None => None,
        },
        player_names_from_host: Some(names.collect()),
        is_player_human: Some(story.seated.iter().map(|seated| seated.human).collect()),
        tournament_name_from_host: story.tournament.clone(),
        scrambled: story.scrambled,
        game_name: Some(rules.name.clone()),
        game_role_names: Some(rules.role_names()),
        own: own_keys(story),
        other: Map::new(),
    }
}

fn own_keys(story: &Story) -> OwnKeys {
    let clocks = story.clocks;
    OwnKeys {
        seed: Some(story.seed),
        opening: match story.opening {
            0 => None,
            moves => Some(moves),
        },
        reason: match story.outcome {
            Some(Outcome::Aborted(reason)) => Some(reason.clone()),
            Some(Outcome::Completed(_)) | None => None,
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

fn short_report((role, report): (RoleId, &Option<SearchReport>)) -> ShortReport {
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
fn state_text(facts: &[String]) -> String {
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
