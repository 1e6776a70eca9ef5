//! Steps that enumerate matches.

use super::{Cursor, Frame, Machine, StepOutcome};
use crate::Stopped;
use crate::interpreter::goal_tables::{GoalRef, Status, TabledGoal};
use crate::interpreter::plan::{Scan, TermMatcher};
use crate::interpreter::rows::{ColumnIndex, NONE, Rows};
use crate::interpreter::worker_memory::{WorkerMemory, find, matches};
use senet_ground::{TermId, Terms};

impl Machine<'_> {
    /// Starts the matches of a step and finds the first one.
    pub(super) fn scan(
        &mut self,
        frame: &mut Frame,
        at: usize,
        scan: &Scan,
    ) -> Result<StepOutcome, Stopped> {
        let mut cursor = Cursor::default();
        match scan {
            Scan::AnyFluent { .. } | Scan::Moves { .. } | Scan::MoveOf { .. } => {}
            Scan::Fluents { index, key, .. } => {
                if !self.find_key(frame, key) {
                    return Ok(StepOutcome::No);
                }
                let (rows, chains) = self.memory.current.index(self.program, *index);
                cursor.at = chains.first(rows, &self.key);
            }
            Scan::Facts { index, key, .. } => {
                if !self.find_key(frame, key) {
                    return Ok(StepOutcome::No);
                }
                cursor.at = self.first_fact(*index);
            }
            Scan::Answers { plan, key, .. } => {
                self.build_key(frame, key)?;
                let goal = self.goal(*plan);
                match self.memory.tables.goal(goal).status {
                    Status::Complete => {}
                    Status::Open => return Ok(StepOutcome::After(goal)),
                    status => self.depend(frame, status),
                }
                cursor.goal = goal.number;
            }
        }
        self.cursors[frame.cursors + at] = cursor;
        Ok(self.scan_on(frame, at, scan))
    }

    /// Finds the next match of a step.
    pub(super) fn scan_on(&mut self, frame: &Frame, at: usize, scan: &Scan) -> StepOutcome {
        let cursor = &mut self.cursors[frame.cursors + at];
        let slots = &mut self.slots[frame.slots..];
        let WorkerMemory {
            terms,
            tables,
            current,
            ..
        } = &mut *self.memory;
        let found = match scan {
            Scan::AnyFluent { pattern } => next_item(&current.fluents, cursor, |&fluent| {
                matches(pattern, fluent, slots, terms)
            }),
            Scan::Moves { role, action } => next_item(&current.moves, cursor, |&(who, what)| {
                matches(role, who, slots, terms) && matches(action, what, slots, terms)
            }),
            Scan::MoveOf { role, action } => {
                let role = find(role, slots, terms);
                next_item(&current.moves, cursor, |&(who, what)| {
                    Some(who) == role && matches(action, what, slots, terms)
                })
            }
            Scan::Fluents { index, rest, .. } => {
                let (rows, chains) = current.index(self.program, *index);
                next_row(rows, chains, cursor, |row| fits(rest, row, slots, terms))
            }
            Scan::Facts { index, rest, .. } => {
                let index = &self.program.fact_indexes[*index];
                let rows = &self.program.tables[index.table];
                next_row(rows, &index.chains, cursor, |row| {
                    fits(rest, row, slots, terms)
                })
            }
            Scan::Answers { plan, rest, .. } => {
                let depends_on = self.program.plans[*plan].depends_on;
                let number = cursor.goal;
                let goal = tables.goal_mut(GoalRef { depends_on, number });
                next_answer(goal, cursor, |answer| {
                    let mut parts = rest.iter().zip(answer);
                    parts.all(|(part, &term)| matches(part, term, slots, terms))
                })
            }
        };
        if found {
            StepOutcome::Yes
        } else {
            StepOutcome::No
        }
    }
}

/// Returns true if a row matches in the columns outside the key.
fn fits(
    rest: &[(usize, TermMatcher)],
    row: &[TermId],
    slots: &mut [TermId],
    terms: &Terms,
) -> bool {
    let mut parts = rest.iter();
    parts.all(|(column, part)| matches(part, row[*column], slots, terms))
}

/// Moves the cursor behind the next matching item.
fn next_item<T>(items: &[T], cursor: &mut Cursor, mut matches: impl FnMut(&T) -> bool) -> bool {
    while let Some(item) = items.get(cursor.at as usize) {
        cursor.at += 1;
        if matches(item) {
            return true;
        }
    }
    false
}

/// Moves the cursor behind the next matching row of a chain.
fn next_row(
    rows: &Rows,
    chains: &ColumnIndex,
    cursor: &mut Cursor,
    mut matches: impl FnMut(&[TermId]) -> bool,
) -> bool {
    while cursor.at != NONE {
        let row = rows.row(cursor.at);
        cursor.at = chains.next(cursor.at);
        if matches(row) {
            return true;
        }
    }
    false
}

/// Moves the cursor behind the next matching answer. This includes answers added during the scan.
fn next_answer(
    goal: &mut TabledGoal,
    cursor: &mut Cursor,
    mut matches: impl FnMut(&[TermId]) -> bool,
) -> bool {
    while cursor.at < goal.count() {
        let answer = goal.answer(cursor.at);
        cursor.at += 1;
        if matches(answer) {
            return true;
        }
    }
    if goal.status != Status::Complete {
        goal.read = goal.read.min(goal.count());
    }
    false
}
