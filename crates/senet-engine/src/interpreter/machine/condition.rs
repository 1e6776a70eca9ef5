//! Steps that test a condition.

use super::{Frame, Machine, StepOutcome};
use crate::Stopped;
use crate::interpreter::goal_tables::{GoalRef, Status};
use crate::interpreter::plan::{TermBuilder, Test};
use crate::interpreter::rows::NONE;
use crate::interpreter::worker_memory::find;

impl Machine<'_> {
    /// Tests a condition, or returns the goal that must be solved first.
    pub(super) fn test(&mut self, frame: &mut Frame, test: &Test) -> Result<StepOutcome, Stopped> {
        Ok(match test {
            Test::Distinct(left, right) => {
                yes_if(self.build(frame, left)? != self.build(frame, right)?)
            }
            Test::True { term, holds } => {
                let term = find(term, &self.slots[frame.slots..], &self.memory.terms);
                let is_true = term.is_some_and(|term| self.memory.current.is_true(term));
                yes_if(is_true == *holds)
            }
            Test::Does {
                role,
                action,
                holds,
            } => yes_if(self.is_done(frame, role, action) == *holds),
            Test::Fact { index, key, holds } => {
                let found = self.find_key(frame, key) && self.first_fact(*index) != NONE;
                yes_if(found == *holds)
            }
            Test::Goal { plan, key, holds } => {
                self.build_key(frame, key)?;
                self.test_goal(frame, *plan, *holds)?
            }
        })
    }

    fn is_done(&self, frame: &Frame, role: &TermBuilder, action: &TermBuilder) -> bool {
        let slots = &self.slots[frame.slots..];
        let role = find(role, slots, &self.memory.terms);
        let action = find(action, slots, &self.memory.terms);
        let mut moves = self.memory.current.moves.iter();
        moves.any(|pair| Some(pair.0) == role && Some(pair.1) == action)
    }

    /// Fills the key with existing terms; false if a term does not exist.
    pub(super) fn find_key(&mut self, frame: &Frame, builds: &[TermBuilder]) -> bool {
        let slots = &self.slots[frame.slots..];
        self.key.clear();
        for part in builds {
            match find(part, slots, &self.memory.terms) {
                Some(term) => self.key.push(term),
                None => return false,
            }
        }
        true
    }

    /// The first row of a table that matches the current key.
    pub(super) fn first_fact(&self, index: usize) -> u32 {
        let index = &self.program.fact_indexes[index];
        let rows = &self.program.tables[index.table];
        index.chains.first(rows, &self.key)
    }

    /// Finds or creates the goal that has this plan and the current key as its known arguments.
    pub(super) fn goal(&mut self, plan: usize) -> GoalRef {
        let info = &self.program.plans[plan];
        let tables = &mut self.memory.tables;
        tables.find_or_add(info.depends_on, plan, info.free, &self.key)
    }

    fn test_goal(
        &mut self,
        frame: &mut Frame,
        plan: usize,
        holds: bool,
    ) -> Result<StepOutcome, Stopped> {
        let goal = self.goal(plan);
        let entry = self.memory.tables.goal_mut(goal);
        let status = entry.status;
        // One answer decides, even if the goal is not complete.
        if entry.count() > 0 || status == Status::Complete {
            return Ok(yes_if((entry.count() > 0) == holds));
        }
        match status {
            Status::Open => Ok(StepOutcome::After(goal)),
            _ if holds => {
                entry.read = 0;
                self.depend(frame, status);
                Ok(StepOutcome::No)
            }
            _ => Err(Stopped::Misuse(format!(
                "the rules negate `{}` inside its own recursion",
                self.relation(plan)
            ))),
        }
    }
}

fn yes_if(condition: bool) -> StepOutcome {
    if condition {
        StepOutcome::Yes
    } else {
        StepOutcome::No
    }
}
