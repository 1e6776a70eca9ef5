//! The memory of a worker: terms, the current state, and goals with their answers.

use super::goal_tables::GoalTables;
use super::plan::{CompiledRules, TermBuilder, TermMatcher};
use super::rows::{ColumnIndex, Rows};
use rustc_hash::FxHashMap;
use senet_gdl::Symbol;
use senet_ground::{TermId, Terms};

/// Functions may nest this deep within a term; the limit ends runaway recursion with a message instead of a full memory.
pub(super) const MAX_DEPTH: usize = 256;

/// Terms may contain this many names. Equal parts are stored once, but a text repeats them: a term that doubles at every step
/// would fill the memory as text long before it nests too deep.
pub(super) const MAX_WORDS: usize = 1 << 20;

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
            self.stamps[fluent.0 as usize] = self.stamp;
            self.fluents.push(fluent);
            let args = terms.args(fluent);
            if let Some(&shape) = self.shapes.get(&(terms.name(fluent), args.len())) {
                self.rows[shape].push(args);
            }
        }
    }

    /// Returns true if the term is a fluent of the state.
    pub fn is_true(&self, term: TermId) -> bool {
        self.stamps.get(term.0 as usize) == Some(&self.stamp)
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
    /// Number of steps since the last poll of the deadline.
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

/// The reason why a term is not built.
pub(super) enum Oversize {
    /// The term nests too deeply.
    Depth,
    /// The term has too many symbols.
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
        let term = terms.make(*name, args);
        // A constant has depth 1 and no nesting.
        if terms.depth(term) > MAX_DEPTH + 1 {
            return Err(Oversize::Depth);
        }
        if terms.words(term) > MAX_WORDS {
            return Err(Oversize::Words);
        }
        Ok(term)
    };
    match [TermId(0); FEW].get_mut(..parts.len()) {
        Some(few) => make(few),
        None => make(&mut vec![TermId(0); parts.len()]),
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
        terms.get(*name, args)
    };
    match [TermId(0); FEW].get_mut(..parts.len()) {
        Some(few) => lookup(few),
        None => lookup(&mut vec![TermId(0); parts.len()]),
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
            terms.name(term) == *name
                && args.len() == parts.len()
                && parts
                    .iter()
                    .zip(args)
                    .all(|(part, &arg)| matches(part, arg, slots, terms))
        }
    }
}
