//! How the record of a match that was played here comes about.

use crate::chance::{Purpose, stream};
use crate::clocks::whole_seconds;
use crate::kif::spaced;
use crate::protocol::Dialect;
use crate::setup::{MatchSetup, Outcome, Readiness, Turn};
use crate::{MatchRecord, OwnClocks, OwnKeys, Rules, ShortReport, Substituted, Trouble};
use senet_engine::{RoleId, State};
use senet_search::{Clock, Report};
use serde_json::Map;
use std::time::Duration;

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
