//! The memory of a worker: terms, the current state, and goals with their answers.

use super::goal_tables::GoalTables;
use super::plan::{CompiledRules, TermBuilder, TermMatcher};
use super::rows::{ColumnIndex, Rows};
use super::terms::{MAX_DEPTH, MAX_WORDS, TermId, Terms};
use rustc_hash::FxHashMap;
use senet_gdl::Symbol;

/// The fluents and moves of the current state.
pub(super) struct CurrentState {
    /// All fluents.
    pub fluents: Vec<TermId>,
    /// For each fluent shape that rules scan, the arguments as rows.
    pub rows: Vec<Rows>,
    /// Indexes over the rows, built on first use.
    chains: Vec<(bool, ColumnIndex)>,
    /// Roles and their moves.
    pub moves: Vec<(TermId, TermId)>,
    shapes: FxHashMap<(Symbol, usize), usize>,
    /// Per term, the stamp of the last state in which it was a fluent.
    stamps: Vec<u32>,
    stamp: u32,
}

impl CurrentState {
    /// A state without fluents.
    pub fn new(program: &CompiledRules) -> CurrentState {
        let chains = program.fluent_indexes.iter();
        CurrentState {
            fluents: Vec::new(),
            rows: program.shapes.iter().map(|s| Rows::new(s.1)).collect(),
            chains: chains
                .map(|i| (false, ColumnIndex::new(&i.columns)))
                .collect(),
            moves: Vec::new(),
            shapes: program.shapes.iter().copied().zip(0..).collect(),
            stamps: Vec::new(),
            stamp: 0,
        }
    }

    /// Replaces the fluents.
    pub fn set(&mut self, fluents: impl Iterator<Item = TermId>, terms: &Terms) {
        self.stamp += 1;
        self.stamps.resize(terms.len(), 0);
        self.fluents.clear();
        self.rows.iter_mut().for_each(Rows::clear);
        self.chains.iter_mut().for_each(|(built, _)| *built = false);
        for fluent in fluents {
            self.stamps[fluent as usize] = self.stamp;
            self.fluents.push(fluent);
            let args = terms.args(fluent);
            if let Some(&shape) = self.shapes.get(&(terms.functor(fluent), args.len())) {
                self.rows[shape].push(args);
            }
        }
    }

    /// Whether the term is a fluent of the state.
    pub fn is_true(&self, term: TermId) -> bool {
        self.stamps.get(term as usize) == Some(&self.stamp)
    }

    /// An index and its rows.
    pub fn index(&mut self, program: &CompiledRules, index: usize) -> (&Rows, &ColumnIndex) {
        let rows = &self.rows[program.fluent_indexes[index].shape];
        let (built, chains) = &mut self.chains[index];
        if !std::mem::replace(built, true) {
            chains.rebuild(rows);
        }
        (rows, chains)
    }
}

/// All mutable data of a worker.
pub(super) struct WorkerMemory {
    pub terms: Terms,
    pub tables: GoalTables,
    pub current: CurrentState,
    /// Number of steps since the last poll of the stop signal.
    pub steps: u32,
}

impl WorkerMemory {
    /// Memory without goals.
    pub fn new(program: &CompiledRules) -> WorkerMemory {
        WorkerMemory {
            terms: program.terms.clone(),
            tables: GoalTables::default(),
            current: CurrentState::new(program),
            steps: 0,
        }
    }
}

/// Functions with at most this number of arguments are built without allocation.
const FEW: usize = 8;

/// Why a term is not built.
pub(super) enum Oversize {
    /// It nests too deeply.
    Depth,
    /// It has too many symbols.
    Words,
}

/// Builds a term.
pub(super) fn build(
    build: &TermBuilder,
    slots: &[TermId],
    terms: &mut Terms,
) -> Result<TermId, Oversize> {
    let TermBuilder::Make(name, parts) = build else {
        return find(build, slots, terms).ok_or(Oversize::Depth);
    };
    let mut make = |args: &mut [TermId]| {
        for (arg, part) in args.iter_mut().zip(parts) {
            *arg = self::build(part, slots, terms)?;
        }
        let term = terms.intern(*name, args);
        if terms.depth(term) > MAX_DEPTH {
            return Err(Oversize::Depth);
        }
        if terms.words(term) > MAX_WORDS {
            return Err(Oversize::Words);
        }
        Ok(term)
    };
    match [0; FEW].get_mut(..parts.len()) {
        Some(few) => make(few),
        None => make(&mut vec![0; parts.len()]),
    }
}

/// The term that would be built, if it exists.
pub(super) fn find(build: &TermBuilder, slots: &[TermId], terms: &Terms) -> Option<TermId> {
    let (name, parts) = match build {
        TermBuilder::Term(term) => return Some(*term),
        TermBuilder::Slot(slot) => return Some(slots[*slot]),
        TermBuilder::Make(name, parts) => (name, parts),
    };
    let lookup = |args: &mut [TermId]| {
        for (arg, part) in args.iter_mut().zip(parts) {
            *arg = find(part, slots, terms)?;
        }
        terms.find(*name, args)
    };
    match [0; FEW].get_mut(..parts.len()) {
        Some(few) => lookup(few),
        None => lookup(&mut vec![0; parts.len()]),
    }
}

/// Matches a term against a pattern and binds variables.
pub(super) fn matches(
    pattern: &TermMatcher,
    term: TermId,
    slots: &mut [TermId],
    terms: &Terms,
) -> bool {
    match pattern {
        TermMatcher::Any => true,
        TermMatcher::Bind(slot) => {
            slots[*slot] = term;
            true
        }
        TermMatcher::Equal(build) => find(build, slots, terms) == Some(term),
        TermMatcher::Shape(name, parts) => {
            let args = terms.args(term);
            terms.functor(term) == *name
                && args.len() == parts.len()
                && parts
                    .iter()
                    .zip(args)
                    .all(|(part, &arg)| matches(part, arg, slots, terms))
        }
    }
}
