//! Executes plans: solves each goal once, on demand, on an explicit stack.
//!
//! A goal that occurs again while it is being solved is recursive: the inner occurrence uses the
//! answers found so far. The goals between both occurrences wait for the lowest recursive goal on
//! the stack, their leader. The leader is solved again until every reader has seen every answer.
//! Then the leader and the goals that wait for it are complete.

mod condition;
mod scan;

use super::goal_tables::{GoalRef, Status};
use super::plan::{ClausePlan, CompiledRules, DependsOn, StepOperation, TermBuilder};
use super::worker_memory::{MAX_DEPTH, MAX_WORDS, Oversize, WorkerMemory, build, matches};
use crate::{QueryLimits, Stopped};
use senet_ground::TermId;

/// Number of steps between polls of the deadline.
const STEPS_BETWEEN_POLLS: u32 = 1 << 12;
/// This number of terms and term arguments counts as one fact for the limit.
const TERMS_PER_FACT: usize = 8;
/// No goal on the stack.
const NO_GOAL: u32 = u32::MAX;

/// A goal being solved.
#[derive(Clone, Copy)]
struct Frame {
    goal: GoalRef,
    plan: usize,
    clause: usize,
    /// The next step; `None` before the clause starts.
    step: Option<usize>,
    /// The start of the frame's variables.
    slots: usize,
    /// The start of the frame's cursors.
    cursors: usize,
    /// The lowest goal on the stack whose answers this goal uses.
    lowest: u32,
    /// The number of waiting goals when this goal started.
    waiting: usize,
}

/// The position in the matches of a step.
#[derive(Clone, Copy, Default)]
struct Cursor {
    /// A row, or the number of an answer.
    at: u32,
    /// The goal whose answers are read; only for steps that query a goal.
    goal: u32,
}

/// The result of a step.
enum StepOutcome {
    Yes,
    No,
    /// This goal must be solved first.
    After(GoalRef),
}

/// Answers queries about the current state.
pub(super) struct Machine<'a> {
    program: &'a CompiledRules,
    memory: &'a mut WorkerMemory,
    limits: &'a QueryLimits,
    stack: Vec<Frame>,
    slots: Vec<TermId>,
    cursors: Vec<Cursor>,
    waiting: Vec<GoalRef>,
    key: Vec<TermId>,
}

impl<'a> Machine<'a> {
    /// A machine with an empty stack.
    pub fn new(
        program: &'a CompiledRules,
        memory: &'a mut WorkerMemory,
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

    /// Solves the goal with this key; returns where its answers are.
    pub fn ask(&mut self, plan: usize, key: &[TermId]) -> Result<GoalRef, Stopped> {
        let info = &self.program.plans[plan];
        let tables = &mut self.memory.tables;
        let goal = tables.find_or_add(info.depends_on, plan, info.free, key);
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
        self.slots.resize(self.slots.len() + info.slots, TermId(0));
        let cursors = self.cursors.len() + info.steps;
        self.cursors.resize(cursors, Cursor::default());
        self.check_size(goal.depends_on)
    }

    /// Continues the goal on top of the stack until it needs another goal, or until it is done
    /// (`None`).
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
                    StepOperation::Test(test) if fresh => self.test(&mut frame, test)?,
                    StepOperation::Scan(scan) if fresh => self.scan(&mut frame, at, scan)?,
                    StepOperation::Scan(scan) => self.scan_on(&frame, at, scan),
                    StepOperation::Test(_) => StepOutcome::No,
                };
                position = match outcome {
                    StepOutcome::Yes => Some((at + 1, true)),
                    StepOutcome::No => step.back.map(|back| (back, false)),
                    StepOutcome::After(goal) => {
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

    /// Adds an answer after all conditions hold.
    fn answer(&mut self, frame: &Frame, clause: &ClausePlan) -> Result<(), Stopped> {
        self.build_key(frame, &clause.answer)?;
        if self.memory.tables.add(frame.goal, &self.key) {
            self.check_size(frame.goal.depends_on)?;
        }
        Ok(())
    }

    fn build_key(&mut self, frame: &Frame, builds: &[TermBuilder]) -> Result<(), Stopped> {
        self.key.clear();
        for part in builds {
            let term = self.build(frame, part)?;
            self.key.push(term);
        }
        Ok(())
    }

    fn build(&mut self, frame: &Frame, part: &TermBuilder) -> Result<TermId, Stopped> {
        let slots = &self.slots[frame.slots..];
        build(part, slots, &mut self.memory.terms).map_err(|oversize| {
            let relation = self.relation(frame.plan);
            match oversize {
                Oversize::Depth => Stopped::TooDeep {
                    limit: MAX_DEPTH,
                    relation,
                },
                Oversize::Words => Stopped::TooLarge {
                    limit: MAX_WORDS,
                    relation,
                },
            }
        })
    }

    fn relation(&self, plan: usize) -> String {
        self.program.names[self.program.plans[plan].relation].clone()
    }

    /// Records that the goal on top uses answers of an incomplete goal.
    fn depend(&self, frame: &mut Frame, status: Status) {
        let lowest = match status {
            Status::Active(depth) => depth,
            Status::Waiting(place) => {
                // The goal was started by the last frame with at most `place` waiting goals.
                let place = place as usize;
                let after = self.stack.partition_point(|f| f.waiting <= place);
                let owner = after.saturating_sub(1);
                self.stack[owner].lowest.min(owner as u32)
            }
            Status::Open | Status::Complete => NO_GOAL,
        };
        frame.lowest = frame.lowest.min(lowest);
    }

    /// Handles a goal whose clauses are all processed.
    fn finish(&mut self) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        let depth = self.stack.len() as u32;
        if frame.lowest < depth {
            self.wait(frame);
        } else if self.is_proved(frame.goal) {
            // The waiting goals may have missed this answer, so they become open again.
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

    /// Lets the goal wait for a goal below it on the stack.
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

    /// Returns true if the goal and the goals that wait for it have no unread answers.
    fn is_stable(&self, frame: &Frame) -> bool {
        let mut goals = self.waiting[frame.waiting..].iter().chain([&frame.goal]);
        goals.all(|&goal| {
            let entry = self.memory.tables.goal(goal);
            entry.count() <= entry.read
        })
    }

    /// Sets the status of the waiting goals from an index on.
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
        if self.limits.deadline.is_over() {
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

    fn check_size(&self, depends_on: DependsOn) -> Result<(), Stopped> {
        if self.memory.tables.size(depends_on) <= self.limits.facts {
            return Ok(());
        }
        Err(self.too_many(depends_on))
    }

    #[cold]
    fn too_many(&self, depends_on: DependsOn) -> Stopped {
        let mut counts = vec![0; self.program.names.len()];
        for goal in self.memory.tables.goals(depends_on) {
            counts[self.program.plans[goal.plan as usize].relation] += 1 + goal.count();
        }
        let largest = (0..counts.len()).max_by_key(|&r| counts[r]).unwrap_or(0);
        Stopped::TooManyFacts {
            limit: self.limits.facts,
            relation: self.program.names[largest].clone(),
        }
    }
}
