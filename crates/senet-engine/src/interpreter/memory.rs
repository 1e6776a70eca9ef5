//! What one thread works with: terms, the facts of a state, goals with their answers.

use super::plan::{Build, Playout, Program};
use super::rows::{Chains, Rows};
use super::tables::Tables;
use super::terms::{MAX_DEPTH, MAX_WORDS, TermId, Terms};
use rustc_hash::FxHashMap;
use senet_gdl::Symbol;

/// What holds and is done in the state at hand.
pub(super) struct Situation {
    /// All fluents.
    pub fluents: Vec<TermId>,
    /// The fluents of each shape that rules look for, their arguments as rows.
    pub rows: Vec<Rows>,
    /// Indexes over the rows; built when first needed.
    chains: Vec<(bool, Chains)>,
    /// Roles and their moves.
    pub moves: Vec<(TermId, TermId)>,
    shapes: FxHashMap<(Symbol, usize), usize>,
    /// By term: the stamp of the last state in which it was a fluent.
    stamps: Vec<u32>,
    stamp: u32,
}

impl Situation {
    /// Nothing holds.
    pub fn new(program: &Program) -> Situation {
        let chains = program.fluent_indexes.iter();
        Situation {
            fluents: Vec::new(),
            rows: program.shapes.iter().map(|s| Rows::new(s.1)).collect(),
            chains: chains.map(|i| (false, Chains::new(&i.columns))).collect(),
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

    /// The rows of an index, and the index.
    pub fn index(&mut self, program: &Program, index: usize) -> (&Rows, &Chains) {
        let rows = &self.rows[program.fluent_indexes[index].shape];
        let (built, chains) = &mut self.chains[index];
        if !std::mem::replace(built, true) {
            chains.rebuild(rows);
        }
        (rows, chains)
    }
}

/// Everything that changes while questions are answered.
pub(super) struct Memory {
    pub terms: Terms,
    pub tables: Tables,
    pub situation: Situation,
    /// Steps since the stop signal was last looked at.
    pub steps: u32,
}

impl Memory {
    /// Nothing is known yet.
    pub fn new(program: &Program) -> Memory {
        Memory {
            terms: program.terms.clone(),
            tables: Tables::default(),
            situation: Situation::new(program),
            steps: 0,
        }
    }
}

/// Functions with up to this many arguments are made without asking for memory.
const FEW: usize = 8;

/// Why a term is not made.
pub(super) enum Oversize {
    /// It nests too deep.
    Depth,
    /// It has too many words.
    Words,
}

/// The term that the instruction makes.
pub(super) fn build(
    build: &Build,
    slots: &[TermId],
    terms: &mut Terms,
) -> Result<TermId, Oversize> {
    let Build::Make(name, parts) = build else {
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

/// The term that the instruction would make, if that term exists.
pub(super) fn find(build: &Build, slots: &[TermId], terms: &Terms) -> Option<TermId> {
    let (name, parts) = match build {
        Build::Term(term) => return Some(*term),
        Build::Slot(slot) => return Some(slots[*slot]),
        Build::Make(name, parts) => (name, parts),
    };
    let look = |args: &mut [TermId]| {
        for (arg, part) in args.iter_mut().zip(parts) {
            *arg = find(part, slots, terms)?;
        }
        terms.find(*name, args)
    };
    match [0; FEW].get_mut(..parts.len()) {
        Some(few) => look(few),
        None => look(&mut vec![0; parts.len()]),
    }
}

/// Compares a term with a pattern, giving values to variables.
pub(super) fn matches(
    pattern: &Playout,
    term: TermId,
    slots: &mut [TermId],
    terms: &Terms,
) -> bool {
    match pattern {
        Playout::Any => true,
        Playout::Bind(slot) => {
            slots[*slot] = term;
            true
        }
        Playout::Equal(build) => find(build, slots, terms) == Some(term),
        Playout::Shape(name, parts) => {
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
