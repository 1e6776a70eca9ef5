//! One thread's view of a game: the state it looks at and all it has found out about it.

use super::machine::Machine;
use super::memory::Memory;
use super::names::Names;
use super::plan::{Layer, Program};
use super::tables::GoalRef;
use super::terms::TermId;
use crate::{JointMove, MoveId, QueryLimits, State, Stopped};

/// No number or no term.
const UNKNOWN: u32 = u32::MAX;
/// A worker with more terms than this is not kept.
const MANY_TERMS: usize = 4_000_000;

/// Terms of one worker and the numbers that all workers agree on, both ways.
#[derive(Default)]
struct Translation {
    terms: Vec<TermId>,
    numbers: Vec<u32>,
}

impl Translation {
    /// The term with a number; `None` if there is no such number.
    fn term(&mut self, number: u32, names: &Names, memory: &mut Memory) -> Option<TermId> {
        if let Some(&term) = self.terms.get(number as usize)
            && term != UNKNOWN
        {
            return Some(term);
        }
        let term = names.read().term(number, &mut memory.terms)?;
        set(&mut self.terms, number, term);
        set(&mut self.numbers, term, number);
        Some(term)
    }

    /// The number of a term.
    fn number(&mut self, term: TermId, names: &Names, program: &Program, memory: &Memory) -> u32 {
        if let Some(&number) = self.numbers.get(term as usize)
            && number != UNKNOWN
        {
            return number;
        }
        let number = names.number(term, &memory.terms, &program.symbols);
        set(&mut self.terms, number, term);
        set(&mut self.numbers, term, number);
        number
    }
}

fn set(list: &mut Vec<u32>, at: u32, value: u32) {
    if list.len() <= at as usize {
        list.resize(at as usize + 1, UNKNOWN);
    }
    list[at as usize] = value;
}

/// What every worker of a game shares.
pub(super) struct Shared {
    pub program: Program,
    pub limits: QueryLimits,
    pub fluents: Names,
    pub moves: Names,
}

/// Answers questions, one state at a time.
pub(super) struct Worker {
    memory: Memory,
    state: State,
    joint: Vec<MoveId>,
    fluents: Translation,
    moves: Translation,
}

impl Worker {
    /// A worker that looks at the empty state.
    pub fn new(program: &Program) -> Worker {
        Worker {
            memory: Memory::new(program),
            state: State::from_ids(Vec::new()),
            joint: Vec::new(),
            fluents: Translation::default(),
            moves: Translation::default(),
        }
    }

    /// The state it looks at.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether it has grown so large that it is better to begin anew.
    pub fn is_worn(&self) -> bool {
        self.memory.terms.len() > MANY_TERMS
    }

    /// Looks at a state.
    pub fn look(&mut self, shared: &Shared, state: &State) -> Result<(), Stopped> {
        if self.state == *state {
            return Ok(());
        }
        let mut terms = Vec::new();
        for number in state.ids() {
            let term = self.fluents.term(number, &shared.fluents, &mut self.memory);
            terms.push(term.ok_or_else(|| foreign("state"))?);
        }
        let Memory {
            situation,
            terms: all,
            ..
        } = &mut self.memory;
        situation.set(terms.into_iter(), all);
        self.state = state.clone();
        self.memory.tables.clear(Layer::State);
        self.memory.tables.clear(Layer::Moves);
        if self.memory.tables.size(Layer::Static) > shared.limits.facts / 2 {
            self.memory.tables.clear(Layer::Static);
        }
        Ok(())
    }

    /// Supposes that these moves are made; none at all if there are none.
    pub fn suppose(
        &mut self,
        shared: &Shared,
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
        self.memory.situation.moves = moves;
        self.memory.tables.clear(Layer::Moves);
        self.joint = joint.to_vec();
        Ok(())
    }

    /// Answers a question about the state and the moves; the last free argument of every answer.
    pub fn ask(
        &mut self,
        shared: &Shared,
        plan: usize,
        key: &[TermId],
    ) -> Result<Answers<'_>, Stopped> {
        let mut machine = Machine::new(&shared.program, &mut self.memory, &shared.limits);
        let goal = machine.ask(plan, key)?;
        Ok(Answers { worker: self, goal })
    }
}

/// The answers to a question.
pub(super) struct Answers<'a> {
    worker: &'a mut Worker,
    goal: GoalRef,
}

impl Answers<'_> {
    /// Whether there is one.
    pub fn any(&self) -> bool {
        self.worker.memory.tables.goal(self.goal).count() > 0
    }

    fn terms(&self) -> Vec<TermId> {
        let goal = self.worker.memory.tables.goal(self.goal);
        let answers = (0..goal.count()).filter_map(|number| goal.answer(number).first());
        answers.copied().collect()
    }

    /// As terms, with the store that explains them.
    pub fn into_terms(self) -> (Vec<TermId>, super::terms::Terms) {
        (self.terms(), self.worker.memory.terms.clone())
    }

    /// As texts, sorted.
    pub fn texts(&self, shared: &Shared) -> Vec<String> {
        let text = |term| self.worker.memory.terms.text(term, &shared.program.symbols);
        let mut texts: Vec<_> = self.terms().into_iter().map(text).collect();
        texts.sort();
        texts
    }

    /// As numbers of fluents.
    pub fn fluents(self, shared: &Shared) -> Vec<u32> {
        let terms = self.terms();
        let Worker {
            fluents, memory, ..
        } = self.worker;
        let number = |term| fluents.number(term, &shared.fluents, &shared.program, memory);
        terms.into_iter().map(number).collect()
    }

    /// As numbers of moves.
    pub fn moves(self, shared: &Shared) -> Vec<u32> {
        let terms = self.terms();
        let Worker { moves, memory, .. } = self.worker;
        let number = |term| moves.number(term, &shared.moves, &shared.program, memory);
        terms.into_iter().map(number).collect()
    }
}

fn foreign(what: &str) -> Stopped {
    Stopped::Misuse(format!("the {what} belongs to another game"))
}
