//! The data of one thread: its current state and everything derived for it.

use super::goal_tables::GoalRef;
use super::machine::Machine;
use super::names::TermNames;
use super::plan::{CompiledRules, DependsOn};
use super::worker_memory::WorkerMemory;
use crate::{JointMove, MoveId, QueryLimits, State, Stopped};
use senet_ground::{TermId, Terms};

/// No id or no term.
const UNKNOWN: u32 = u32::MAX;
/// A worker with more terms than this is discarded.
const MAX_TERMS: usize = 4_000_000;
/// The largest number of bytes in the texts of one answer.
const MAX_ANSWER_BYTES: usize = 64 << 20;

/// Maps between the terms of a worker and the ids that all workers share.
#[derive(Default)]
struct IdMap {
    terms: Vec<TermId>,
    numbers: Vec<u32>,
}

impl IdMap {
    /// The term with an id; `None` if the id does not exist.
    fn term(
        &mut self,
        number: u32,
        names: &TermNames,
        memory: &mut WorkerMemory,
    ) -> Option<TermId> {
        if let Some(&term) = self.terms.get(number as usize)
            && term.0 != UNKNOWN
        {
            return Some(term);
        }
        let term = names.read().term(number, &mut memory.terms)?;
        set(&mut self.terms, number, term, TermId(UNKNOWN));
        set(&mut self.numbers, term.0, number, UNKNOWN);
        Some(term)
    }

    /// The id of a term.
    fn number(
        &mut self,
        term: TermId,
        names: &TermNames,
        shared: &SharedData,
        memory: &WorkerMemory,
    ) -> Result<u32, Stopped> {
        if let Some(&number) = self.numbers.get(term.0 as usize)
            && number != UNKNOWN
        {
            return Ok(number);
        }
        if shared.limits.deadline.is_over() {
            return Err(Stopped::Signalled);
        }
        let number = names.number(term, &memory.terms, &shared.program.symbols)?;
        set(&mut self.terms, number, term, TermId(UNKNOWN));
        set(&mut self.numbers, term.0, number, UNKNOWN);
        Ok(number)
    }
}

fn set<T: Copy>(list: &mut Vec<T>, at: u32, value: T, unknown: T) {
    if list.len() <= at as usize {
        list.resize(at as usize + 1, unknown);
    }
    list[at as usize] = value;
}

/// The data that all workers of a game share.
pub(super) struct SharedData {
    pub program: CompiledRules,
    pub limits: QueryLimits,
    pub fluents: TermNames,
    pub moves: TermNames,
}

/// Answers queries, one state at a time.
pub(super) struct Worker {
    memory: WorkerMemory,
    state: State,
    joint: Vec<MoveId>,
    fluents: IdMap,
    moves: IdMap,
}

impl Worker {
    /// A worker with the empty state.
    pub fn new(program: &CompiledRules) -> Worker {
        Worker {
            memory: WorkerMemory::new(program),
            state: State::from_ids(Vec::new()),
            joint: Vec::new(),
            fluents: IdMap::default(),
            moves: IdMap::default(),
        }
    }

    /// The current state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns true if the worker has too many terms and should be replaced.
    pub fn is_too_large(&self) -> bool {
        self.memory.terms.len() > MAX_TERMS
    }

    /// Switches to a state.
    pub fn set_state(&mut self, shared: &SharedData, state: &State) -> Result<(), Stopped> {
        if self.state == *state {
            return Ok(());
        }
        let mut terms = Vec::new();
        for number in state.ids() {
            let term = self.fluents.term(number, &shared.fluents, &mut self.memory);
            terms.push(term.ok_or_else(|| foreign("state"))?);
        }
        let WorkerMemory {
            current,
            terms: all,
            ..
        } = &mut self.memory;
        current.set(terms.into_iter(), all);
        self.state = state.clone();
        self.memory.tables.clear(DependsOn::State);
        self.memory.tables.clear(DependsOn::Moves);
        if self.memory.tables.size(DependsOn::Static) > shared.limits.facts / 2 {
            self.memory.tables.clear(DependsOn::Static);
        }
        Ok(())
    }

    /// Sets the moves that are made; an empty slice means no moves.
    pub fn set_moves(
        &mut self,
        shared: &SharedData,
        roles: &[TermId],
        joint: &JointMove,
    ) -> Result<(), Stopped> {
        if self.joint == joint {
            return Ok(());
        }
        let mut moves = Vec::new();
        for (&role, &MoveId(number)) in roles.iter().zip(joint) {
            let term = self.moves.term(number, &shared.moves, &mut self.memory);
            moves.push((role, term.ok_or_else(|| foreign("move"))?));
        }
        self.memory.current.moves = moves;
        self.memory.tables.clear(DependsOn::Moves);
        self.joint = joint.to_vec();
        Ok(())
    }

    /// Answers a query about the state and the moves.
    pub fn ask(
        &mut self,
        shared: &SharedData,
        plan: usize,
        key: &[TermId],
    ) -> Result<Answers<'_>, Stopped> {
        let mut machine = Machine::new(&shared.program, &mut self.memory, &shared.limits);
        let goal = machine.ask(plan, key)?;
        Ok(Answers { worker: self, goal })
    }
}

/// The answers to a query. Only the last unknown argument of each answer is used.
pub(super) struct Answers<'a> {
    worker: &'a mut Worker,
    goal: GoalRef,
}

impl Answers<'_> {
    /// Returns true if there is an answer.
    pub fn any(&self) -> bool {
        self.worker.memory.tables.goal(self.goal).count() > 0
    }

    fn terms(&self) -> Vec<TermId> {
        let goal = self.worker.memory.tables.goal(self.goal);
        let answers = (0..goal.count()).filter_map(|number| goal.answer(number).first());
        answers.copied().collect()
    }

    /// The answers as terms, with their store.
    pub fn into_terms(self) -> (Vec<TermId>, Terms) {
        (self.terms(), self.worker.memory.terms.clone())
    }

    /// The answers as sorted texts.
    pub fn texts(&self, shared: &SharedData) -> Result<Vec<String>, Stopped> {
        let (all, symbols) = (&self.worker.memory.terms, &shared.program.symbols);
        let (mut texts, mut bytes) = (Vec::new(), 0usize);
        for term in self.terms() {
            bytes = bytes.saturating_add(all.text_bytes(term, symbols));
            if bytes > MAX_ANSWER_BYTES {
                return Err(Stopped::TooMuchText {
                    what: "goals or percepts of a state",
                    limit: MAX_ANSWER_BYTES >> 20,
                });
            }
            texts.push(all.text(term, symbols));
        }
        texts.sort();
        Ok(texts)
    }

    /// The answers as fluent ids.
    pub fn fluents(self, shared: &SharedData) -> Result<Vec<u32>, Stopped> {
        let terms = self.terms();
        let Worker {
            fluents, memory, ..
        } = self.worker;
        let number = |term| fluents.number(term, &shared.fluents, shared, memory);
        terms.into_iter().map(number).collect()
    }

    /// The answers as move ids.
    pub fn moves(self, shared: &SharedData) -> Result<Vec<u32>, Stopped> {
        let terms = self.terms();
        let Worker { moves, memory, .. } = self.worker;
        let number = |term| moves.number(term, &shared.moves, shared, memory);
        terms.into_iter().map(number).collect()
    }
}

fn foreign(what: &str) -> Stopped {
    Stopped::Misuse(format!("the {what} belongs to another game"))
}
