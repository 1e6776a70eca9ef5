//! Runs plans: answers goals on demand, each once, on a stack of its own.
//!
//! A goal that is met while it is being worked out is recursive: its answers so far are used. The goals between the two
//! occurrences wait for the lowest one of them on the stack, their leader, which is repeated until every answer has been
//! seen by all that looked for answers; only then are all of them complete.

use super::memory::{Memory, build, find, matches};
use super::plan::{Build, ClausePlan, Layer, Op, Program};
use super::rows::NONE;
use super::tables::{GoalRef, Status};
use super::terms::{MAX_DEPTH, TermId};
use crate::{Limits, Stopped};

/// The stop signal is looked at after this many steps.
const STEPS_BETWEEN_POLLS: u32 = 1 << 14;
/// No goal on the stack.
const NO_GOAL: u32 = u32::MAX;

/// A goal being worked out.
#[derive(Clone, Copy)]
struct Frame {
    goal: GoalRef,
    plan: usize,
    clause: usize,
    /// The step to do next; `None` before the clause is begun.
    step: Option<usize>,
    /// Where its variables are.
    slots: usize,
    /// Where the positions of its steps are.
    cursors: usize,
    /// The lowest goal on the stack whose answers it uses.
    lowest: u32,
    /// How many goals were waiting when it was begun.
    waiting: usize,
}

/// How far a step is in going through its matches.
#[derive(Clone, Copy, Default)]
struct Cursor {
    /// A row, or the number of an answer.
    at: u32,
    /// Whose answers; only for steps that ask a goal.
    goal: u32,
}

/// What came of a step.
enum Outcome {
    Yes,
    No,
    /// This goal has to be worked out first.
    After(GoalRef),
}

/// Answers questions about the situation in memory.
pub(super) struct Machine<'a> {
    program: &'a Program,
    memory: &'a mut Memory,
    limits: &'a Limits,
    stack: Vec<Frame>,
    slots: Vec<TermId>,
    cursors: Vec<Cursor>,
    waiting: Vec<GoalRef>,
    key: Vec<TermId>,
    steps: u32,
}

impl<'a> Machine<'a> {
    /// A machine that has nothing to do yet.
    pub fn new(program: &'a Program, memory: &'a mut Memory, limits: &'a Limits) -> Machine<'a> {
        Machine {
            program,
            memory,
            limits,
            stack: Vec::new(),
            slots: Vec::new(),
            cursors: Vec::new(),
            waiting: Vec::new(),
            key: Vec::new(),
            steps: 0,
        }
    }

    /// Works out the goal with this key; where to find its answers.
    pub fn ask(&mut self, plan: usize, key: &[TermId]) -> Result<GoalRef, Stopped> {
        let info = &self.program.plans[plan];
        let tables = &mut self.memory.tables;
        let goal = tables.find_or_add(info.layer, plan, info.free, key);
        if tables.goal(goal).status != Status::Complete {
            self.push(goal)?;
            self.run()?;
        }
        Ok(goal)
    }

    fn run(&mut self) -> Result<(), Stopped> {
        while let Some(frame) = self.stack.last() {
            let frame = *frame;
            match self.advance(frame)? {
                Some(goal) => self.push(goal)?,
                None => self.finish(),
            }
        }
        Ok(())
    }

    fn push(&mut self, goal: GoalRef) -> Result<(), Stopped> {
        let depth = self.stack.len() as u32;
        let entry = self.memory.tables.goal_mut(goal);
        entry.status = Status::Active(depth);
        entry.read = u32::MAX;
        let plan = entry.plan as usize;
        self.stack.push(Frame {
            goal,
            plan,
            clause: 0,
            step: None,
            slots: self.slots.len(),
            cursors: self.cursors.len(),
            lowest: NO_GOAL,
            waiting: self.waiting.len(),
        });
        let info = &self.program.plans[plan];
        self.slots.resize(self.slots.len() + info.slots, 0);
        let cursors = self.cursors.len() + info.steps;
        self.cursors.resize(cursors, Cursor::default());
        self.check_size(goal.layer)
    }

    /// Goes on with the goal on top of the stack until another one is needed, or, if none is returned, until it is done.
    fn advance(&mut self, mut frame: Frame) -> Result<Option<GoalRef>, Stopped> {
        let program = self.program;
        let clauses = &program.plans[frame.plan].clauses;
        while let Some(clause) = clauses.get(frame.clause) {
            let mut position = match frame.step.take() {
                Some(step) => Some((step, true)),
                None => self.begin(&frame, clause).then_some((0, true)),
            };
            while let Some((at, fresh)) = position {
                let Some(step) = clause.steps.get(at) else {
                    self.answer(&frame, clause)?;
                    if self.memory.tables.goal(frame.goal).is_test() {
                        self.save(frame);
                        return Ok(None);
                    }
                    position = clause.again.map(|again| (again, false));
                    continue;
                };
                self.poll()?;
                let outcome = if fresh {
                    self.enter(&mut frame, at, &step.op)?
                } else {
                    self.again(&frame, at, &step.op)
                };
                position = match outcome {
                    Outcome::Yes => Some((at + 1, true)),
                    Outcome::No => step.back.map(|back| (back, false)),
                    Outcome::After(goal) => {
                        frame.step = Some(at);
                        self.save(frame);
                        return Ok(Some(goal));
                    }
                };
            }
            frame.clause += 1;
        }
        self.save(frame);
        Ok(None)
    }

    fn save(&mut self, frame: Frame) {
        if let Some(top) = self.stack.last_mut() {
            *top = frame;
        }
    }

    /// Matches the known arguments.
    fn begin(&mut self, frame: &Frame, clause: &ClausePlan) -> bool {
        let slots = &mut self.slots[frame.slots..];
        let key = self.memory.tables.key(frame.goal, clause.known.len());
        let mut known = clause.known.iter().zip(key);
        known.all(|(pattern, &term)| matches(pattern, term, slots, &self.memory.terms))
    }

    /// Everything holds: the answer follows.
    fn answer(&mut self, frame: &Frame, clause: &ClausePlan) -> Result<(), Stopped> {
        self.build_key(frame, &clause.answer)?;
        if self.memory.tables.add(frame.goal, &self.key) {
            self.check_size(frame.goal.layer)?;
        }
        Ok(())
    }

    fn build_key(&mut self, frame: &Frame, builds: &[Build]) -> Result<(), Stopped> {
        self.key.clear();
        for part in builds {
            let term = self.build(frame, part)?;
            self.key.push(term);
        }
        Ok(())
    }

    fn build(&mut self, frame: &Frame, part: &Build) -> Result<TermId, Stopped> {
        let slots = &self.slots[frame.slots..];
        build(part, slots, &mut self.memory.terms).ok_or_else(|| Stopped::TooDeep {
            limit: MAX_DEPTH as usize,
            relation: self.relation(frame.plan),
        })
    }

    fn relation(&self, plan: usize) -> String {
        self.program.names[self.program.plans[plan].relation].clone()
    }

    /// Fills the key with terms that exist already; false if one does not.
    fn find_key(&mut self, frame: &Frame, builds: &[Build]) -> bool {
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

    /// Does a step for the first time with the present values.
    fn enter(&mut self, frame: &mut Frame, at: usize, op: &Op) -> Result<Outcome, Stopped> {
        let first = match op {
            Op::Distinct(left, right) => {
                let different = self.build(frame, left)? != self.build(frame, right)?;
                return Ok(yes_if(different));
            }
            Op::TrueTest { term, holds } => {
                let term = find(term, &self.slots[frame.slots..], &self.memory.terms);
                let is_true = term.is_some_and(|term| self.memory.situation.is_true(term));
                return Ok(yes_if(is_true == *holds));
            }
            Op::DoesTest {
                role,
                action,
                holds,
            } => {
                let slots = &self.slots[frame.slots..];
                let role = find(role, slots, &self.memory.terms);
                let action = find(action, slots, &self.memory.terms);
                let mut moves = self.memory.situation.moves.iter();
                let done = moves.any(|pair| Some(pair.0) == role && Some(pair.1) == action);
                return Ok(yes_if(done == *holds));
            }
            Op::FactTest { index, key, holds } => {
                let found = self.find_key(frame, key) && self.first_fact(*index) != NONE;
                return Ok(yes_if(found == *holds));
            }
            Op::GoalTest { plan, key, holds } => {
                self.build_key(frame, key)?;
                return self.test_goal(frame, *plan, *holds);
            }
            Op::TrueAny { .. } | Op::Does { .. } | Op::DoesOf { .. } => 0,
            Op::True { index, key, .. } => {
                if !self.find_key(frame, key) {
                    return Ok(Outcome::No);
                }
                let (rows, chains) = self.memory.situation.index(self.program, *index);
                chains.first(rows, &self.key)
            }
            Op::Facts { index, key, .. } => {
                if !self.find_key(frame, key) {
                    return Ok(Outcome::No);
                }
                self.first_fact(*index)
            }
            Op::Goal { plan, key, .. } => {
                self.build_key(frame, key)?;
                let goal = self.goal(*plan);
                match self.memory.tables.goal(goal).status {
                    Status::Complete => {}
                    Status::Open => return Ok(Outcome::After(goal)),
                    status => self.depend(frame, status),
                }
                self.cursors[frame.cursors + at].goal = goal.number;
                0
            }
        };
        self.cursors[frame.cursors + at].at = first;
        Ok(self.again(frame, at, op))
    }

    fn first_fact(&self, index: usize) -> u32 {
        let index = &self.program.fact_indexes[index];
        index
            .chains
            .first(&self.program.tables[index.table], &self.key)
    }

    /// The goal of a plan for the key at hand.
    fn goal(&mut self, plan: usize) -> GoalRef {
        let info = &self.program.plans[plan];
        let tables = &mut self.memory.tables;
        tables.find_or_add(info.layer, plan, info.free, &self.key)
    }

    fn test_goal(
        &mut self,
        frame: &mut Frame,
        plan: usize,
        holds: bool,
    ) -> Result<Outcome, Stopped> {
        let goal = self.goal(plan);
        let entry = self.memory.tables.goal_mut(goal);
        let status = entry.status;
        if entry.count() > 0 || status == Status::Complete {
            return Ok(yes_if((entry.count() > 0) == holds));
        }
        match status {
            Status::Open => Ok(Outcome::After(goal)),
            _ if holds => {
                entry.read = 0;
                self.depend(frame, status);
                Ok(Outcome::No)
            }
            _ => Err(Stopped::Misuse(format!(
                "the absence of `{}` is asked for before it can be decided",
                self.relation(plan)
            ))),
        }
    }

    /// Notes that the goal on top uses answers of one that is not complete.
    fn depend(&self, frame: &mut Frame, status: Status) {
        let lowest = match status {
            Status::Active(depth) => depth,
            Status::Waiting(place) => {
                // The goal was begun by the last one on the stack that found no more goals waiting than came before it.
                let place = place as usize;
                let after = self.stack.partition_point(|f| f.waiting <= place);
                let owner = after.saturating_sub(1);
                self.stack[owner].lowest.min(owner as u32)
            }
            Status::Open | Status::Complete => NO_GOAL,
        };
        frame.lowest = frame.lowest.min(lowest);
    }

    /// The next match of a step.
    fn again(&mut self, frame: &Frame, at: usize, op: &Op) -> Outcome {
        let cursor = &mut self.cursors[frame.cursors + at];
        let slots = &mut self.slots[frame.slots..];
        let Memory {
            terms,
            tables,
            situation,
        } = &mut *self.memory;
        match op {
            Op::TrueAny { pattern } => {
                while let Some(&fluent) = situation.fluents.get(cursor.at as usize) {
                    cursor.at += 1;
                    if matches(pattern, fluent, slots, terms) {
                        return Outcome::Yes;
                    }
                }
            }
            Op::True { index, rest, .. } => {
                let (rows, chains) = situation.index(self.program, *index);
                while cursor.at != NONE {
                    let row = rows.row(cursor.at);
                    cursor.at = chains.next(cursor.at);
                    if rest
                        .iter()
                        .all(|(c, part)| matches(part, row[*c], slots, terms))
                    {
                        return Outcome::Yes;
                    }
                }
            }
            Op::Facts { index, rest, .. } => {
                let index = &self.program.fact_indexes[*index];
                let rows = &self.program.tables[index.table];
                while cursor.at != NONE {
                    let row = rows.row(cursor.at);
                    cursor.at = index.chains.next(cursor.at);
                    if rest
                        .iter()
                        .all(|(c, part)| matches(part, row[*c], slots, terms))
                    {
                        return Outcome::Yes;
                    }
                }
            }
            Op::Does { role, action } => {
                while let Some(&(r, a)) = situation.moves.get(cursor.at as usize) {
                    cursor.at += 1;
                    if matches(role, r, slots, terms) && matches(action, a, slots, terms) {
                        return Outcome::Yes;
                    }
                }
            }
            Op::DoesOf { role, action } => {
                let role = find(role, slots, terms);
                while let Some(&(r, a)) = situation.moves.get(cursor.at as usize) {
                    cursor.at += 1;
                    if Some(r) == role && matches(action, a, slots, terms) {
                        return Outcome::Yes;
                    }
                }
            }
            Op::Goal { plan, rest, .. } => {
                let goal = GoalRef {
                    layer: self.program.plans[*plan].layer,
                    number: cursor.goal,
                };
                let entry = tables.goal_mut(goal);
                while cursor.at < entry.count() {
                    let answer = entry.answer(cursor.at);
                    cursor.at += 1;
                    let mut parts = rest.iter().zip(answer);
                    if parts.all(|(part, &term)| matches(part, term, slots, terms)) {
                        return Outcome::Yes;
                    }
                }
                if entry.status != Status::Complete {
                    entry.read = entry.read.min(entry.count());
                }
            }
            // Tests have one way at most.
            Op::Distinct(..)
            | Op::TrueTest { .. }
            | Op::DoesTest { .. }
            | Op::FactTest { .. }
            | Op::GoalTest { .. } => {}
        }
        Outcome::No
    }

    /// The goal on top is done as far as it can be now.
    fn finish(&mut self) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        let depth = self.stack.len() as u32;
        if frame.lowest < depth {
            self.wait(frame);
        } else if self.is_proved(frame.goal) {
            // The others may have missed this answer, so they are open again.
            self.settle(frame.waiting, Status::Open);
            self.memory.tables.goal_mut(frame.goal).status = Status::Complete;
        } else if frame.lowest == NO_GOAL || self.is_stable(&frame) {
            self.settle(frame.waiting, Status::Complete);
            self.memory.tables.goal_mut(frame.goal).status = Status::Complete;
        } else {
            self.settle(frame.waiting, Status::Open);
            self.memory.tables.goal_mut(frame.goal).read = u32::MAX;
            self.stack.push(Frame {
                clause: 0,
                step: None,
                lowest: NO_GOAL,
                ..frame
            });
            return;
        }
        self.slots.truncate(frame.slots);
        self.cursors.truncate(frame.cursors);
    }

    /// The goal needs one below it: it waits for that one.
    fn wait(&mut self, frame: Frame) {
        let place = self.waiting.len() as u32;
        self.waiting.push(frame.goal);
        self.memory.tables.goal_mut(frame.goal).status = Status::Waiting(place);
        if let Some(parent) = self.stack.last_mut() {
            parent.lowest = parent.lowest.min(frame.lowest);
        }
    }

    fn is_proved(&self, goal: GoalRef) -> bool {
        let entry = self.memory.tables.goal(goal);
        entry.is_test() && entry.count() > 0
    }

    /// Whether the goal and those that wait for it have seen all answers of each other.
    fn is_stable(&self, frame: &Frame) -> bool {
        let mut goals = self.waiting[frame.waiting..].iter().chain([&frame.goal]);
        goals.all(|&goal| {
            let entry = self.memory.tables.goal(goal);
            entry.count() <= entry.read
        })
    }

    /// Ends the waiting of the goals from a place on.
    fn settle(&mut self, from: usize, status: Status) {
        for goal in self.waiting.drain(from..) {
            self.memory.tables.goal_mut(goal).status = status;
        }
    }

    fn poll(&mut self) -> Result<(), Stopped> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN_POLLS) {
            if (self.limits.stop)() {
                return Err(Stopped::Signalled);
            }
            self.steps = 0;
        }
        Ok(())
    }

    fn check_size(&self, layer: Layer) -> Result<(), Stopped> {
        if self.memory.tables.size(layer) <= self.limits.facts {
            return Ok(());
        }
        Err(self.too_many(layer))
    }

    #[cold]
    fn too_many(&self, layer: Layer) -> Stopped {
        let mut counts = vec![0; self.program.names.len()];
        for goal in self.memory.tables.goals(layer) {
            counts[self.program.plans[goal.plan as usize].relation] += 1 + goal.count();
        }
        let largest = (0..counts.len()).max_by_key(|&r| counts[r]).unwrap_or(0);
        Stopped::TooManyFacts {
            limit: self.limits.facts,
            relation: self.program.names[largest].clone(),
        }
    }
}

fn yes_if(condition: bool) -> Outcome {
    if condition { Outcome::Yes } else { Outcome::No }
}
