//! The joint moves of a match one by one, for stores that write each move when it is made.
//!
//! A match that is restored turn by turn equals the original: it has the same record, and chance and substitutes continue as before.

use crate::choice::ChosenMove;
use crate::match_state::Match;
use crate::record_builder::{milliseconds, short_report, state_text};
use crate::replay::{differs, report_of, same_state};
use crate::seat::ProposedMove;
use crate::{PlayerFault, RecordError, ShortReport};
use senet_engine::RoleId;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A move chosen for a role.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ChoiceRecord {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The error code of the player; `None` if the move is its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The error in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The milliseconds that the match waited for the player; `None` if it was not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking_ms: Option<f64>,
    /// The short form of the player's report.
    pub report: ShortReport,
}

/// A joint move and the state that it led to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TurnRecord {
    /// The number of joint moves before this one.
    pub step: usize,
    /// When the joint move was made: milliseconds since 1970.
    pub time: u64,
    /// The choices, in role order.
    pub choices: Vec<ChoiceRecord>,
    /// The facts of the next state, as one list.
    pub state: String,
}

impl Match {
    /// The move chosen for a role in the current state, if there is one.
    pub fn choice_record(&self, role: RoleId) -> Option<ChoiceRecord> {
        let chosen = self.chosen(role)?;
        let text = self.rules().move_text(role, chosen.id);
        Some(record_of(role, text, chosen))
    }

    /// The joint move that was made in the state after `step` joint moves; `None` if there is none.
    pub fn turn_record(&self, step: usize) -> Option<TurnRecord> {
        let turn = self.turns().get(step)?;
        let choice = |role: RoleId| {
            let chosen = ChosenMove {
                id: turn.joint[role],
                report: turn.reports[role].clone(),
                fault: turn.faults[role].clone(),
                thinking: turn.thinking[role],
            };
            record_of(role, turn.moves[role].clone(), &chosen)
        };
        Some(TurnRecord {
            step,
            time: turn.time,
            choices: (0..turn.joint.len()).map(choice).collect(),
            state: state_text(&self.rules().facts(&turn.next)),
        })
    }

    /// Chooses a recorded move in the current state.
    pub fn restore_choice(
        &mut self,
        role: RoleId,
        choice: &ChoiceRecord,
    ) -> Result<(), RecordError> {
        self.look()?;
        let (step, text) = (self.steps(), &choice.text);
        let Some(name) = self.rules().role_names().get(role).cloned() else {
            return differs(step, format!("there is no role {role}"));
        };
        let Ok(id) = self.legal_move(role, ProposedMove::read(text)) else {
            return differs(step, format!("{text} is not a legal move of {name}"));
        };
        let time = choice.thinking_ms.map(|ms| ms / 1e3);
        let chosen = ChosenMove {
            id,
            report: report_of(&choice.report, role),
            fault: choice
                .error
                .as_ref()
                .and_then(|code| PlayerFault::read(code, choice.why.as_deref())),
            thinking: time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
        };
        self.restore(role, chosen);
        Ok(())
    }

    /// Makes a recorded joint move, and fails if it contradicts the rules.
    pub fn restore_turn(&mut self, turn: &TurnRecord) -> Result<(), RecordError> {
        let (step, roles) = (self.steps(), self.rules().game.roles().len());
        if turn.step != step {
            return differs(step, format!("the next turn has number {}", turn.step));
        }
        if turn.choices.len() != roles {
            let count = turn.choices.len();
            return differs(
                step,
                format!("the game has {roles} roles, the turn {count}"),
            );
        }
        for (role, choice) in turn.choices.iter().enumerate() {
            self.restore_choice(role, choice)?;
        }
        self.advance(turn.time)?;
        same_state(self.rules(), step + 1, self.state(), &turn.state)
    }
}

fn record_of(role: RoleId, text: String, chosen: &ChosenMove) -> ChoiceRecord {
    ChoiceRecord {
        text,
        error: chosen.fault.as_ref().map(PlayerFault::code),
        why: chosen.fault.as_ref().map(ToString::to_string),
        thinking_ms: chosen.thinking.map(milliseconds),
        report: short_report((role, &chosen.report)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Reply;
    use crate::match_state::MatchInfo;
    use crate::testing::{HIDDEN_CARD, rules};

    /// The match, rebuilt as a store rebuilds it.
    fn restored(original: &Match) -> Match {
        let rules = original.rules().clone();
        let mut game = Match::new(rules, original.info.clone()).unwrap();
        for step in 0..original.steps() {
            let text = serde_json::to_string(&original.turn_record(step)).unwrap();
            let turn: TurnRecord = serde_json::from_str(&text).unwrap();
            game.restore_turn(&turn).unwrap();
        }
        for role in 0..role_count(original) {
            if let Some(choice) = original.choice_record(role) {
                game.restore_choice(role, &choice).unwrap();
            }
        }
        game
    }

    fn role_count(game: &Match) -> usize {
        game.rules().game.roles().len()
    }

    #[test]
    fn match_restored_turn_by_turn_goes_on_like_the_original() {
        for name in ["tic-tac-toe", "rock-paper-scissors", HIDDEN_CARD] {
            let rules = rules(name);
            let mut original = Match::new(rules.clone(), MatchInfo::new(&rules, 11)).unwrap();
            while original.outcome().is_none() {
                for role in original.ask().unwrap() {
                    let late = Reply {
                        answer: Err(PlayerFault::Late),
                        took: Duration::from_millis(7),
                    };
                    original.submit(role, late);
                    let copy = restored(&original);
                    assert_eq!(copy.choice_record(role), original.choice_record(role));
                }
                let mut copy = restored(&original);
                for game in [&mut original, &mut copy] {
                    game.advance(5).unwrap();
                    game.look().unwrap();
                }
                assert_eq!(original.record(), copy.record());
            }
            assert!(original.steps() > 0);
        }
    }

    #[test]
    fn rejects_turns_that_contradict_the_rules() {
        let rules = rules("tic-tac-toe");
        let record = crate::testing::play_random(&rules, 1).record;
        let played = Match::replay(&rules, &record).unwrap();
        let first = played.turn_record(0).unwrap();
        let check = |change: fn(&mut TurnRecord), expected: &str| {
            let mut game = Match::new(rules.clone(), played.info.clone()).unwrap();
            let mut turn = first.clone();
            change(&mut turn);
            let told = game.restore_turn(&turn).unwrap_err().to_string();
            assert!(told.contains(expected), "{told}");
        };
        check(|turn| turn.step = 3, "number 3");
        check(|turn| drop(turn.choices.pop()), "2 roles, the turn 1");
        check(
            |turn| turn.choices[0].text = "(mark z 9)".into(),
            "not a legal move",
        );
        check(|turn| turn.state = "( )".into(), "lacks");
        assert_eq!(played.turn_record(played.steps()), None);
    }
}
