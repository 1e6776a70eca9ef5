//! The best line so far, kept from move to move.

use super::breadth_first::MoveSequence;
use crate::lookahead::{BEST, Score, points};
use crate::{MoveReport, SearchReport, Stop};
use senet_engine::{Game, MoveId, State, Stopped};

/// A line to a terminal state, and the current position on it.
#[derive(Clone, Debug)]
pub struct PlannedLine {
    /// Each state of the line with the move played there.
    steps: Vec<(State, MoveId)>,
    at: usize,
    /// The goal at the end.
    pub goal: Score,
    /// True if no better goal is reachable.
    pub proven: bool,
}

impl PlannedLine {
    /// Plans to play a sequence of moves from a state.
    pub fn new(
        game: &dyn Game,
        state: &State,
        sequence: &MoveSequence,
        proven: bool,
    ) -> Result<PlannedLine, Stopped> {
        let mut state = state.clone();
        let step = |&id: &MoveId| {
            let next = game.next(&state, &[id])?;
            Ok((std::mem::replace(&mut state, next), id))
        };
        let steps = sequence
            .moves
            .iter()
            .map(step)
            .collect::<Result<_, Stopped>>()?;
        Ok(PlannedLine {
            steps,
            at: 0,
            goal: sequence.goal,
            proven: proven || sequence.goal == BEST,
        })
    }

    /// The same line, before its first move.
    pub fn restarted(&self) -> PlannedLine {
        PlannedLine {
            at: 0,
            ..self.clone()
        }
    }

    /// Advances to a state. Returns whether the state lies on the line.
    fn reach(&mut self, state: &State) -> bool {
        let mut rest = self.steps[self.at..].iter();
        let ahead = rest.position(|(planned, _)| planned == state);
        self.at += ahead.unwrap_or(0);
        ahead.is_some()
    }

    /// Advances to a state, and drops the line if the match has left it. Returns whether a proven line remains.
    pub fn advance(plan: &mut Option<PlannedLine>, state: &State) -> bool {
        if plan.as_mut().is_some_and(|plan| !plan.reach(state)) {
            *plan = None;
        }
        plan.as_ref().is_some_and(|plan| plan.proven)
    }

    /// Replaces the line by a better one.
    pub fn improve(plan: &mut Option<PlannedLine>, other: Option<PlannedLine>) {
        let is_better = |new: &PlannedLine| {
            let old = plan.as_ref();
            old.is_none_or(|old| new.goal > old.goal || new.proven && new.goal == old.goal)
        };
        if let Some(new) = other.filter(is_better) {
            *plan = Some(new);
        }
    }

    /// The remaining moves.
    pub fn remaining(&self) -> impl ExactSizeIterator<Item = MoveId> {
        self.steps[self.at..].iter().map(|(_, id)| *id)
    }

    /// The remaining moves with the goal.
    pub fn sequence(&self) -> MoveSequence {
        MoveSequence {
            moves: self.remaining().collect(),
            goal: self.goal,
        }
    }

    /// The report of a player that follows the line.
    pub fn report(&self) -> SearchReport {
        let (goal, moves) = (points(self.goal), self.remaining().len());
        let values = vec![goal];
        let chosen = self.remaining().next().map(|id| MoveReport {
            id,
            visits: 1,
            values: values.clone(),
            proven: self.proven,
        });
        let (stop, note) = match self.proven {
            true => (
                Stop::Solved,
                format!("solved: goal {goal} after {moves} moves, and no better goal is reachable"),
            ),
            false => (
                Stop::Done,
                format!("best line: goal {goal} after {moves} moves"),
            ),
        };
        SearchReport {
            stop,
            depth: moves as u32,
            values,
            proven: self.proven,
            moves: chosen.into_iter().collect(),
            line: self.remaining().map(|id| Box::from([id])).collect(),
            notes: vec![note],
            ..SearchReport::default()
        }
    }
}
