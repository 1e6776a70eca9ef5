//! Rebuilds a match from its record, and verifies the record by the rules on the way.

use crate::choice::ChosenMove;
use crate::kif::Expression;
use crate::match_state::{Match, MatchInfo, SeatInfo};
use crate::seat::ProposedMove;
use crate::setup::{MatchOutcome, Readiness};
use crate::{Clocks, MatchRecord, PlayerFault, RecordError, Rules, ShortReport};
use senet_engine::{RoleId, State};
use senet_search::{Clock, SearchReport, Stop};
use std::collections::BTreeSet;
use std::time::Duration;

/// All reasons why a player stops its search. A record stores their names.
const STOPS: [Stop; 8] = [
    Stop::Done,
    Stop::OnlyMove,
    Stop::Solved,
    Stop::Time,
    Stop::Nodes,
    Stop::Simulations,
    Stop::Memory,
    Stop::Cancelled,
];

impl MatchRecord {
    /// Verifies the record by the rules: every state, every move, the end and the goals. Returns the states.
    pub fn verify(&self, rules: &Rules) -> Result<Vec<State>, RecordError> {
        let replayed = Match::replay(rules, self)?;
        Ok(replayed.states().cloned().collect())
    }
}

impl Match {
    /// Rebuilds the match of a record, and fails if the record contradicts the rules.
    ///
    /// A record keeps a short form of each player's report, so the rebuilt reports have only that form. The record of the rebuilt match equals the
    /// original. A match without an outcome can go on; it has no limit on its length until the caller sets one.
    pub fn replay(rules: &Rules, record: &MatchRecord) -> Result<Match, RecordError> {
        let roles = rules.game.roles().len();
        if let Some(row) = record.moves.iter().find(|row| row.len() != roles) {
            let count = row.len();
            return differs(0, format!("the game has {roles} roles, the record {count}"));
        }
        let mut game = Match::new(rules.clone(), info_of(record, rules))?;
        for step in 0..record.moves.len() {
            same_state(rules, step, game.state(), &record.states[step])?;
            game.look()?;
            match game.outcome() {
                Some(MatchOutcome::Completed(_)) => {
                    return differs(
                        step,
                        "the record has a move after the end of the match".into(),
                    );
                }
                Some(MatchOutcome::Aborted(reason)) => return differs(step, reason.clone()),
                None => game.repeat_turn(record)?,
            }
        }
        let step = record.moves.len();
        same_state(rules, step, game.state(), &record.states[step])?;
        game.repeat_end(record)?;
        Ok(game)
    }

    /// Makes the next joint move of a record.
    fn repeat_turn(&mut self, record: &MatchRecord) -> Result<(), RecordError> {
        let step = self.steps();
        for (role, text) in record.moves[step].iter().enumerate() {
            let Ok(id) = self.legal_move(role, ProposedMove::read(text)) else {
                let name = &self.rules().role_names()[role];
                return differs(step, format!("{text} is not a legal move of {name}"));
            };
            let chosen = ChosenMove {
                id,
                report: recorded_report(record, step + 1, role),
                fault: trouble_of(record, step + 1, role, &self.rules().role_names()),
                thinking: thinking_of(record, step + 1, role),
            };
            self.restore(role, chosen);
        }
        self.advance(record.state_times[step + 1])?;
        Ok(())
    }

    /// Compares the end of the match with that of a record.
    fn repeat_end(&mut self, record: &MatchRecord) -> Result<(), RecordError> {
        let step = self.steps();
        if let Some(goals) = &record.goal_values {
            let game = self.rules().game.clone();
            if !game.is_terminal(self.state())? {
                return differs(step, "the record ends before the match does".to_string());
            }
            for (role, &recorded) in goals.iter().enumerate().take(game.roles().len()) {
                let found = game.goal(self.state(), role)?.value();
                if found != Some(recorded) {
                    let name = &self.rules().role_names()[role];
                    let found = found.map_or("none".to_string(), |goal| goal.to_string());
                    return differs(step, format!("{name} has goal {found}, not {recorded}"));
                }
            }
            self.look()?;
        } else if record.is_aborted {
            self.abort(record.own.reason.clone().unwrap_or_default());
        }
        Ok(())
    }
}

pub(crate) fn differs<T>(step: usize, what: String) -> Result<T, RecordError> {
    Err(RecordError::Differs { step, what })
}

fn info_of(record: &MatchRecord, rules: &Rules) -> MatchInfo {
    let roles = rules.game.roles().len();
    let names = record.player_names_from_host.clone().unwrap_or_default();
    let human = record.is_player_human.clone().unwrap_or_default();
    let seat = |role| SeatInfo {
        name: names.get(role).cloned().unwrap_or_default(),
        human: human.get(role).copied().unwrap_or(false),
    };
    let own_address = format!("senet://games/{}/v0/", rules.name);
    let role_names = rules.role_names();
    let all = || 0..roles;
    MatchInfo {
        id: record.match_id.clone(),
        started: record.start_time,
        seats: all().map(seat).collect(),
        clocks: clocks_of(record),
        opening: record.own.opening.unwrap_or(0),
        scrambled: record.scrambled,
        tournament: record.tournament_name_from_host.clone(),
        address: (record.game_meta_url != own_address).then(|| record.game_meta_url.clone()),
        readiness: Readiness {
            faults: all()
                .map(|role| trouble_of(record, 0, role, &role_names))
                .collect(),
            reports: all().map(|role| recorded_report(record, 0, role)).collect(),
            thinking: all().map(|role| thinking_of(record, 0, role)).collect(),
        },
        ..MatchInfo::new(rules, record.own.seed.unwrap_or(0))
    }
}

fn clocks_of(record: &MatchRecord) -> Clocks {
    match &record.own.clocks {
        None => Clocks::seconds(record.start_clock as f64, record.play_clock as f64),
        Some(own) => Clocks {
            kind: match own.kind.as_str() {
                "thread-cpu" => Clock::ThreadCpu,
                _ => Clock::Wall,
            },
            simulations: own.simulations,
            ..Clocks::seconds(own.start_ms / 1e3, own.play_ms / 1e3)
        },
    }
}

/// The report of a player in the step that led to the state at `row`.
fn recorded_report(record: &MatchRecord, row: usize, role: RoleId) -> Option<SearchReport> {
    report_of(record.own.reports.get(row)?.get(role)?, role)
}

/// The report of a role from its short form; `None` if the role gave none.
pub(crate) fn report_of(short: &ShortReport, role: RoleId) -> Option<SearchReport> {
    let stop = short.stop.as_ref()?;
    let stop = STOPS.into_iter().find(|known| known.to_string() == *stop);
    let values = short.value.map(|value| {
        let mut values = vec![f64::NAN; role];
        values.push(value);
        values
    });
    Some(SearchReport {
        stop: stop.unwrap_or_default(),
        simulations: short.simulations,
        nodes: short.nodes,
        depth: short.depth.try_into().unwrap_or(u32::MAX),
        values: values.unwrap_or_default(),
        proven: short.proven,
        ..SearchReport::default()
    })
}

/// The time that the match waited for a role in the step that led to the state at `row`.
fn thinking_of(record: &MatchRecord, row: usize, role: RoleId) -> Option<Duration> {
    let milliseconds = record.own.thinking_ms.get(row)?.get(role)?;
    let time = Duration::try_from_secs_f64(milliseconds / 1e3).ok()?;
    (!time.is_zero()).then_some(time)
}

/// The fault of a player in the step that led to the state at `row`.
///
/// The record keeps the error code in `errors`, and the details of a broken connection in the list of substitute moves.
fn trouble_of(
    record: &MatchRecord,
    row: usize,
    role: RoleId,
    names: &[String],
) -> Option<PlayerFault> {
    let code = record.errors.as_ref()?.get(row)?.get(role)?;
    let step = row.checked_sub(1);
    let mut told = record.own.substituted.iter();
    let why = told.find(|s| Some(s.step) == step && s.role == names[role]);
    PlayerFault::read(code, why.map(|substituted| substituted.why.as_str()))
}

/// Compares a state with a recorded one as sets of facts. The error names a fact that only one of them contains.
pub(crate) fn same_state(
    rules: &Rules,
    step: usize,
    state: &State,
    recorded: &str,
) -> Result<(), RecordError> {
    let list = Expression::read(recorded).filter(|expression| expression.items.is_some());
    let facts = list
        .as_ref()
        .map(|list| list.list().iter().map(Expression::term));
    let facts: Option<BTreeSet<String>> = facts.and_then(Iterator::collect);
    let Some(recorded) = facts else {
        return differs(step, "the state is not a list of facts".to_string());
    };
    let derived: BTreeSet<_> = rules.facts(state).into_iter().collect();
    match (
        derived.difference(&recorded).next(),
        recorded.difference(&derived).next(),
    ) {
        (Some(missing), _) => differs(step, format!("the state lacks {missing}")),
        (_, Some(extra)) => differs(step, format!("{extra} does not hold in the state")),
        (None, None) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HIDDEN_CARD, play_random, rules};

    #[test]
    fn replayed_match_has_the_same_record() {
        for game in ["tic-tac-toe", "rock-paper-scissors", HIDDEN_CARD] {
            let rules = rules(game);
            let record = play_random(&rules, 3).record;
            let replayed = Match::replay(&rules, &record).unwrap();
            assert_eq!(replayed.record(), record);
        }
    }

    #[test]
    fn replayed_match_goes_on_like_the_original() {
        let rules = rules(HIDDEN_CARD);
        let mut original = Match::new(rules.clone(), MatchInfo::new(&rules, 11)).unwrap();
        while original.outcome().is_none() {
            let mut restored = Match::replay(&rules, &original.record()).unwrap();
            for game in [&mut original, &mut restored] {
                for role in game.ask().unwrap() {
                    let late = crate::choice::Reply {
                        answer: Err(PlayerFault::Late),
                        took: Duration::from_millis(7),
                    };
                    game.submit(role, late);
                }
                game.advance(5).unwrap();
                game.look().unwrap();
            }
            assert_eq!(original.record(), restored.record());
        }
        assert!(original.steps() > 0);
    }

    #[test]
    fn undo_returns_to_an_earlier_state() {
        let rules = rules("tic-tac-toe");
        let record = play_random(&rules, 1).record;
        let mut game = Match::replay(&rules, &record).unwrap();
        let third = game.state_at(3).clone();
        game.undo(3);
        assert_eq!((game.steps(), game.state()), (3, &third));
        assert_eq!(game.ask().unwrap().len(), 1);
        assert_eq!(game.outcome(), None);
    }
}
