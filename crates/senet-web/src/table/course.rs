//! The course of a match: its states, forth and back, and what can be done in the last of them.

use crate::Limits;
use crate::loading::Playable;
use senet_arena::steps::{Verdict, goals, legal, made, watched};
use senet_arena::{Outcome, Rules, Turn};
use senet_engine::{MoveId, State, Stopped};
use senet_search::Budget;
use std::sync::Arc;

/// The course of a match.
pub struct Course {
    /// The game.
    pub game: Arc<Playable>,
    /// The joint moves, each with the state that followed.
    pub turns: Vec<Turn>,
    /// The legal moves in the last state; empty when the match is over.
    pub legal: Vec<Vec<MoveId>>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    most_steps: usize,
    /// How long the rules may take for the questions of one step.
    patience: f64,
}

impl Course {
    /// A match that begins.
    pub fn begin(game: Arc<Playable>, limits: &Limits) -> Result<Course, Stopped> {
        let mut course = Course {
            game,
            turns: Vec::new(),
            legal: Vec::new(),
            outcome: None,
            most_steps: limits.steps,
            patience: limits.question.as_secs_f64(),
        };
        course.look()?;
        Ok(course)
    }

    /// How many joint moves were made.
    pub fn steps(&self) -> usize {
        self.turns.len()
    }

    /// The state after so many joint moves; the last one if there are not so many.
    pub fn state(&self, step: usize) -> &State {
        let past = step.min(self.turns.len()).checked_sub(1);
        past.map_or(&self.game.initial, |past| &self.turns[past].next)
    }

    /// Makes a joint move.
    pub fn make(&mut self, verdict: Verdict) -> Result<(), Stopped> {
        let _watch = Budget::seconds(self.patience).watch();
        let step = self.steps();
        let legal = std::mem::take(&mut self.legal);
        let turn = made(&self.game.rules, self.state(step), step, legal, verdict)?;
        self.turns.push(turn);
        self.look()
    }

    /// Takes back all that came after so many joint moves.
    pub fn back_to(&mut self, step: usize) -> Result<(), Stopped> {
        self.turns.truncate(step);
        self.look()
    }

    /// Finds out what can be done now.
    fn look(&mut self) -> Result<(), Stopped> {
        let _watch = Budget::seconds(self.patience).watch();
        (self.legal, self.outcome) = (Vec::new(), None);
        let (rules, state) = (&self.game.rules, self.state(self.steps()));
        if watched(|| rules.game.is_terminal(state))? {
            self.outcome = Some(goals(rules, state)?);
        } else if self.steps() >= self.most_steps {
            let reason = format!("cut short after {} moves", self.steps());
            self.outcome = Some(Outcome::Aborted(reason));
        } else {
            let legal = watched(|| legal(rules, state))?;
            match unplayable(rules, state, &legal) {
                None => self.legal = legal,
                Some(reason) => self.outcome = Some(Outcome::Aborted(reason)),
            }
        }
        Ok(())
    }
}

/// States with more facts, or with more moves for a role, are not shown to anybody.
const MOST_SHOWN: usize = 20_000;

/// Why a match cannot go on in a state.
fn unplayable(rules: &Rules, state: &State, legal: &[Vec<MoveId>]) -> Option<String> {
    let name = |role: usize| rules.role_names()[role].clone();
    if let Some(role) = legal.iter().position(Vec::is_empty) {
        let name = name(role);
        return Some(format!(
            "the rules: {name} has no legal move, but the match is not over"
        ));
    }
    let too_many = |what: String| {
        Some(format!(
            "{what}, more than the {MOST_SHOWN} that a page can show"
        ))
    };
    if let Some(role) = legal.iter().position(|legal| legal.len() > MOST_SHOWN) {
        return too_many(format!(
            "{} has {} legal moves",
            name(role),
            legal[role].len()
        ));
    }
    let facts = rules.game.fluents(state).len();
    match facts > MOST_SHOWN {
        true => too_many(format!("the state has {facts} facts")),
        false => None,
    }
}
