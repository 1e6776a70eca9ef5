//! Builds the record of a match.

use crate::chance::{Purpose, stream};
use crate::clocks::whole_seconds;
use crate::kif::spaced;
use crate::match_state::Match;
use crate::setup::{MatchOutcome, MatchTurn, Readiness};
use crate::{MatchRecord, OwnClocks, OwnKeys, PlayerFault, ShortReport, Substituted};
use senet_engine::RoleId;
use senet_search::{Clock, SearchReport};
use serde_json::Map;
use std::time::Duration;

impl Match {
    /// The record of the match so far.
    pub fn record(&self) -> MatchRecord {
        let (rules, info) = (self.rules(), &self.info);
        let address = info.address.clone();
        let names = info.seats.iter().map(|seat| seat.name.clone());
        MatchRecord {
            random_token: token(info.seed, &info.id),
            match_id: info.id.clone(),
            start_time: info.started,
            game_meta_url: address.unwrap_or_else(|| format!("senet://games/{}/v0/", rules.name)),
            start_clock: whole_seconds(info.clocks.start) as i64,
            play_clock: whole_seconds(info.clocks.play) as i64,
            preview_clock: Some(-1),
            states: self
                .states()
                .map(|state| state_text(&rules.facts(state)))
                .collect(),
            moves: self.turns().iter().map(joint_texts).collect(),
            state_times: times(self),
            errors: Some(errors(self)),
            is_completed: matches!(self.outcome(), Some(MatchOutcome::Completed(_))),
            is_aborted: matches!(self.outcome(), Some(MatchOutcome::Aborted(_))),
            goal_values: match self.outcome() {
                Some(MatchOutcome::Completed(goals)) => Some(goals.clone()),
                Some(MatchOutcome::Aborted(_)) | None => None,
            },
            player_names_from_host: Some(names.collect()),
            is_player_human: Some(info.seats.iter().map(|seat| seat.human).collect()),
            tournament_name_from_host: info.tournament.clone(),
            scrambled: info.scrambled,
            game_name: Some(rules.name.clone()),
            game_role_names: Some(rules.role_names()),
            own: own_keys(self),
            other: Map::new(),
        }
    }

    /// True if the states and joint moves of the record may fit into this number of bytes. False if they do not, whatever else it contains. Builds
    /// one state at a time, so that a record of gigabytes is recognised before it is built.
    pub fn record_may_fit(&self, bytes: usize) -> bool {
        let rows = self.turns().iter().map(row_bytes);
        let states = self.states().map(|state| {
            let facts = self.rules().facts(state);
            facts.iter().map(String::len).sum::<usize>()
        });
        let mut left = bytes;
        rows.chain(states).all(|needed| {
            let rest = left.checked_sub(needed);
            left = rest.unwrap_or(0);
            rest.is_some()
        })
    }
}

/// The least number of bytes that a joint move adds to a record: for each role, its move, and a few signs in each list of the record.
fn row_bytes(turn: &MatchTurn) -> usize {
    const SIGNS: usize = 12;
    turn.moves.iter().map(|text| text.len() + SIGNS).sum()
}

fn own_keys(played: &Match) -> OwnKeys {
    let clocks = &played.info.clocks;
    OwnKeys {
        seed: Some(played.info.seed),
        opening: match played.info.opening {
            0 => None,
            moves => Some(moves),
        },
        reason: match played.outcome() {
            Some(MatchOutcome::Aborted(reason)) => Some(reason.clone()),
            Some(MatchOutcome::Completed(_)) | None => None,
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
        back_end: Some(played.rules().back_end.to_string()),
        thinking_ms: rows(
            played,
            |readiness| &readiness.thinking,
            |turn| &turn.thinking,
        )
        .map(|row| {
            row.iter()
                .map(|time| time.map_or(0.0, milliseconds))
                .collect()
        })
        .collect(),
        reports: rows(played, |readiness| &readiness.reports, |turn| &turn.reports)
            .map(|row| row.iter().enumerate().map(short_report).collect())
            .collect(),
        substituted: substituted(played),
    }
}

/// One row per state: the row of the start, then the row of each joint move.
fn rows<'a, T: 'a>(
    played: &'a Match,
    of_start: impl Fn(&'a Readiness) -> &'a Vec<T>,
    of_turn: impl Fn(&'a MatchTurn) -> &'a Vec<T>,
) -> impl Iterator<Item = &'a Vec<T>> {
    std::iter::once(of_start(&played.info.readiness)).chain(played.turns().iter().map(of_turn))
}

pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

pub(crate) fn short_report((role, report): (RoleId, &Option<SearchReport>)) -> ShortReport {
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

fn errors(played: &Match) -> Vec<Vec<String>> {
    let code =
        |fault: &Option<PlayerFault>| fault.as_ref().map_or(String::new(), PlayerFault::code);
    rows(played, |readiness| &readiness.faults, |turn| &turn.faults)
        .map(|row| row.iter().map(code).collect())
        .collect()
}

fn substituted(played: &Match) -> Vec<Substituted> {
    let roles = played.rules().role_names();
    let mut all = Vec::new();
    for turn in played.turns() {
        for (role, fault) in turn.faults.iter().enumerate() {
            if let Some(fault) = fault {
                all.push(Substituted {
                    step: turn.step,
                    role: roles[role].clone(),
                    made: turn.moves[role].clone(),
                    why: fault.to_string(),
                });
            }
        }
    }
    all
}

/// State times never decrease, even if the system clock does.
fn times(played: &Match) -> Vec<u64> {
    let mut last = played.info.started;
    let later = played.turns().iter().map(|turn| {
        last = last.max(turn.time);
        last
    });
    std::iter::once(played.info.started).chain(later).collect()
}

fn joint_texts(turn: &MatchTurn) -> Vec<String> {
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

/// 32 letters and digits that identify the match.
fn token(seed: u64, id: &str) -> String {
    let named = id.bytes().fold(seed, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    let mut rng = stream(named, Purpose::Token, 0, 0);
    (0..32).map(|_| rng.alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use crate::Match;
    use crate::testing::{play_random, rules};

    #[test]
    fn size_of_a_record_is_never_overestimated() {
        for name in ["tic-tac-toe", "connect-four", crate::testing::HIDDEN_CARD] {
            let rules = rules(name);
            let record = play_random(&rules, 3).record;
            let game = Match::replay(&rules, &record).unwrap();
            let bytes = serde_json::to_string(&record).unwrap().len();
            assert!(game.record_may_fit(bytes));
            let states: usize = record.states.iter().map(String::len).sum();
            assert!(!game.record_may_fit(states / 2), "{name}");
        }
    }
}
