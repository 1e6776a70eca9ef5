//! Runs plans: answers goals on demand, each once, on a stack of its own.
//!
//! A goal that is met while it is being worked out is recursive: its answers so far are used. The goals between the two
//! occurrences wait for the lowest one of them on the stack, their leader, which is repeated until every answer has been
//! seen by all that looked for answers; only then are all of them complete.

mod condition;
mod scan;

use super::memory::{Memory, Oversize, build, matches};
use super::plan::{Build, ClausePlan, Layer, Op, Program};
use super::tables::{GoalRef, Status};
use super::terms::{MAX_DEPTH, MAX_WORDS, TermId};
use crate::{QueryLimits, Stopped};

/// The stop signal is looked at after this many steps.
const STEPS_BETWEEN_POLLS: u32 = 1 << 12;
/// So many terms and arguments of terms weigh as much as a fact.
const TERMS_PER_FACT: usize = 8;
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
    limits: &'a QueryLimits,
    stack: Vec<Frame>,
    slots: Vec<TermId>,
    cursors: Vec<Cursor>,
    waiting: Vec<GoalRef>,
    key: Vec<TermId>,
}

impl<'a> Machine<'a> {
    /// A machine that has nothing to do yet.
    pub fn new(
        program: &'a Program,
        memory: &'a mut Memory,
        limits: &'a QueryLimits,
    ) -> Machine<'a> {
        Machine {
            program,
            memory,
            limits,
            stack: Vec::new(),
            slots: Vec::new(),
            cursors: Vec::new(),
            waiting: Vec::new(),
            key: Vec::new(),
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
                self.poll(frame.plan)?;
                let outcome = match &step.op {
                    Op::Test(test) if fresh => self.test(&mut frame, test)?,
                    Op::Scan(scan) if fresh => self.scan(&mut frame, at, scan)?,
                    Op::Scan(scan) => self.scan_on(&frame, at, scan),
                    Op::Test(_) => Outcome::No,
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
        build(part, slots, &mut self.memory.terms).map_err(|oversize| {
            let relation = self.relation(frame.plan);
            match oversize {
                Oversize::Depth => Stopped::TooDeep {
                    limit: MAX_DEPTH as usize,
                    relation,
                },
                Oversize::Words => Stopped::TooLarge {
                    limit: MAX_WORDS as usize,
                    relation,
                },
            }
        })
    }

    fn relation(&self, plan: usize) -> String {
        self.program.names[self.program.plans[plan].relation].clone()
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

    fn poll(&mut self, plan: usize) -> Result<(), Stopped> {
        self.memory.steps += 1;
        if self.memory.steps < STEPS_BETWEEN_POLLS {
            return Ok(());
        }
        self.memory.steps = 0;
        if (self.limits.stop)() {
            return Err(Stopped::Signalled);
        }
        if self.memory.terms.size() / TERMS_PER_FACT > self.limits.facts {
            return Err(Stopped::TooManyFacts {
                limit: self.limits.facts,
                relation: self.relation(plan),
            });
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
