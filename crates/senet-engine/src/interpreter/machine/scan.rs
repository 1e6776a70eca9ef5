//! Steps that go through matches.

use super::{Cursor, Frame, Machine, Outcome};
use crate::Stopped;
use crate::interpreter::memory::{Memory, find, matches};
use crate::interpreter::plan::{Playout, Scan};
use crate::interpreter::rows::{Chains, NONE, Rows};
use crate::interpreter::tables::{Goal, GoalRef, Status};
use crate::interpreter::terms::{TermId, Terms};

impl Machine<'_> {
    /// Begins to go through the matches of a step; comes to the first.
    pub(super) fn scan(
        &mut self,
        frame: &mut Frame,
        at: usize,
        scan: &Scan,
    ) -> Result<Outcome, Stopped> {
        let mut cursor = Cursor::default();
        match scan {
            Scan::AnyFluent { .. } | Scan::Moves { .. } | Scan::MoveOf { .. } => {}
            Scan::Fluents { index, key, .. } => {
                if !self.find_key(frame, key) {
                    return Ok(Outcome::No);
                }
                let (rows, chains) = self.memory.situation.index(self.program, *index);
                cursor.at = chains.first(rows, &self.key);
            }
            Scan::Facts { index, key, .. } => {
                if !self.find_key(frame, key) {
                    return Ok(Outcome::No);
                }
                cursor.at = self.first_fact(*index);
            }
            Scan::Answers { plan, key, .. } => {
                self.build_key(frame, key)?;
                let goal = self.goal(*plan);
                match self.memory.tables.goal(goal).status {
                    Status::Complete => {}
                    Status::Open => return Ok(Outcome::After(goal)),
                    status => self.depend(frame, status),
                }
                cursor.goal = goal.number;
            }
        }
        self.cursors[frame.cursors + at] = cursor;
        Ok(self.scan_on(frame, at, scan))
    }

    /// Goes on to the next match of a step.
    pub(super) fn scan_on(&mut self, frame: &Frame, at: usize, scan: &Scan) -> Outcome {
        let cursor = &mut self.cursors[frame.cursors + at];
        let slots = &mut self.slots[frame.slots..];
        let Memory {
            terms,
            tables,
            situation,
            ..
        } = &mut *self.memory;
        let found = match scan {
            Scan::AnyFluent { pattern } => next_item(&situation.fluents, cursor, |&fluent| {
                matches(pattern, fluent, slots, terms)
            }),
            Scan::Moves { role, action } => next_item(&situation.moves, cursor, |&(who, what)| {
                matches(role, who, slots, terms) && matches(action, what, slots, terms)
            }),
            Scan::MoveOf { role, action } => {
                let role = find(role, slots, terms);
                next_item(&situation.moves, cursor, |&(who, what)| {
                    Some(who) == role && matches(action, what, slots, terms)
                })
            }
            Scan::Fluents { index, rest, .. } => {
                let (rows, chains) = situation.index(self.program, *index);
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
                let layer = self.program.plans[*plan].layer;
                let number = cursor.goal;
                let goal = tables.goal_mut(GoalRef { layer, number });
                next_answer(goal, cursor, |answer| {
                    let mut parts = rest.iter().zip(answer);
                    parts.all(|(part, &term)| matches(part, term, slots, terms))
                })
            }
        };
        if found { Outcome::Yes } else { Outcome::No }
    }
}

/// Whether a row matches in the columns that were not looked up by.
fn fits(rest: &[(usize, Playout)], row: &[TermId], slots: &mut [TermId], terms: &Terms) -> bool {
    let mut parts = rest.iter();
    parts.all(|(column, part)| matches(part, row[*column], slots, terms))
}

/// Moves the cursor behind the next item that matches.
fn next_item<T>(items: &[T], cursor: &mut Cursor, mut matches: impl FnMut(&T) -> bool) -> bool {
    while let Some(item) = items.get(cursor.at as usize) {
        cursor.at += 1;
        if matches(item) {
            return true;
        }
    }
    false
}

/// Moves the cursor behind the next row of a chain that matches.
fn next_row(
    rows: &Rows,
    chains: &Chains,
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

/// Moves the cursor behind the next answer that matches. Answers that are found meanwhile are met too.
fn next_answer(
    goal: &mut Goal,
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
