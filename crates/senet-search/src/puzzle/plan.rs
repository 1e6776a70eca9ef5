//! The best line so far, kept from move to move.

use super::breadth::Way;
use crate::lookahead::{BEST, Score, points};
use crate::{MoveReport, Report, Stop};
use senet_engine::{Game, MoveId, State, Stopped};

/// A line to an end, and where it has come to.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Each state with the move that is made there.
    steps: Vec<(State, MoveId)>,
    at: usize,
    /// The goal at its end.
    pub goal: Score,
    /// Whether nothing better can be reached.
    pub proven: bool,
}

impl Plan {
    /// Plans to go a way from a state.
    pub fn new(game: &dyn Game, state: &State, way: &Way, proven: bool) -> Result<Plan, Stopped> {
        let mut state = state.clone();
        let step = |&id: &MoveId| {
            let next = game.next(&state, &[id])?;
            Ok((std::mem::replace(&mut state, next), id))
        };
        let steps = way.moves.iter().map(step).collect::<Result<_, Stopped>>()?;
        Ok(Plan {
            steps,
            at: 0,
            goal: way.goal,
            proven: proven || way.goal == BEST,
        })
    }

    /// Goes on to a state; whether it is on the way.
    fn reach(&mut self, state: &State) -> bool {
        let mut rest = self.steps[self.at..].iter();
        let ahead = rest.position(|(planned, _)| planned == state);
        self.at += ahead.unwrap_or(0);
        ahead.is_some()
    }

    /// Goes on to a state; forgets a plan that the match has left. Whether there is a plan and it is the best there is.
    pub fn keep(plan: &mut Option<Plan>, state: &State) -> bool {
        if plan.as_mut().is_some_and(|plan| !plan.reach(state)) {
            *plan = None;
        }
        plan.as_ref().is_some_and(|plan| plan.proven)
    }

    /// Takes over another plan if it is better.
    pub fn improve(plan: &mut Option<Plan>, other: Option<Plan>) {
        let is_better = |new: &Plan| {
            let old = plan.as_ref();
            old.is_none_or(|old| new.goal > old.goal || new.proven && new.goal == old.goal)
        };
        if let Some(new) = other.filter(is_better) {
            *plan = Some(new);
        }
    }

    /// The moves from here on.
    pub fn rest(&self) -> impl ExactSizeIterator<Item = MoveId> {
        self.steps[self.at..].iter().map(|(_, id)| *id)
    }

    /// The way from here on.
    pub fn way(&self) -> Way {
        Way {
            moves: self.rest().collect(),
            goal: self.goal,
        }
    }

    /// The report of a player that follows it.
    pub fn report(&self) -> Report {
        let (goal, moves) = (points(self.goal), self.rest().len());
        let values = vec![goal];
        let chosen = self.rest().next().map(|id| MoveReport {
            id,
            visits: 1,
            values: values.clone(),
            proven: self.proven,
        });
        let (stop, note) = match self.proven {
            true => (
                Stop::Solved,
                format!("solved: {goal} after {moves} moves, and nothing better can be reached"),
            ),
            false => (
                Stop::Done,
                format!("a line of {moves} moves to {goal} is known"),
            ),
        };
        Report {
            stop,
            depth: moves as u32,
            values,
            proven: self.proven,
            moves: chosen.into_iter().collect(),
            line: self.rest().map(|id| Box::from([id])).collect(),
            notes: vec![note],
            ..Report::default()
        }
    }
}
