//! Everything derived so far: terms, tuples, atoms and rule instances.

use crate::grounded::Rules;
use crate::limits::{GroundError, Limits, StopReason};
use crate::plan::Access;
use crate::program::{Pred, Program};
use crate::relation::Relation;
use crate::terms::{TermId, Terms};
use senet_gdl::{MAX_DEPTH, Symbols};

/// The state of a grounding run.
pub struct World {
    pub terms: Terms,
    pub relations: Vec<Relation>,
    /// Atoms that were only seen under negation so far, by predicate.
    mentions: Vec<Relation>,
    /// For each atom its predicate and, once derived, its tuple.
    pub atoms: Vec<(Pred, Option<u32>)>,
    /// The instances of dynamic rules.
    pub rules: Rules,
    bytes: usize,
    limits: Limits,
    ticks: u32,
}

impl World {
    /// An empty world for the predicates of a program.
    pub fn new(program: &Program, limits: &Limits) -> World {
        let empty = || {
            program
                .predicates
                .iter()
                .map(|p| Relation::new(p.arity))
                .collect()
        };
        World {
            terms: Terms::default(),
            relations: empty(),
            mentions: empty(),
            atoms: Vec::new(),
            rules: Rules::default(),
            bytes: 0,
            limits: limits.clone(),
            ticks: 0,
        }
    }

    /// The index of a predicate's relation that serves an access.
    pub fn index(&mut self, pred: Pred, access: &Access) -> usize {
        self.relations[pred].index(&self.terms, &access.shapes, &access.keys)
    }

    /// Adds a tuple. Returns its atom, and its number if it is new.
    pub fn derive(&mut self, pred: Pred, row: &[TermId], queued: u32) -> (u32, Option<u32>) {
        if let Some(number) = self.relations[pred].find(row) {
            return (self.relations[pred].atoms[number as usize], None);
        }
        let atom = match self.mentions[pred].find(row) {
            Some(mention) => self.mentions[pred].atoms[mention as usize],
            None => self.new_atom(pred),
        };
        let number = self.relations[pred].insert(&self.terms, row, queued, atom);
        self.atoms[atom as usize].1 = Some(number);
        self.bytes += self.relations[pred].bytes_per_row() + 8;
        (atom, Some(number))
    }

    /// The atom of a tuple that stands under a negation, whether or not it is ever derived.
    pub fn mention(&mut self, pred: Pred, row: &[TermId]) -> u32 {
        if let Some(number) = self.relations[pred].find(row) {
            return self.relations[pred].atoms[number as usize];
        }
        if let Some(number) = self.mentions[pred].find(row) {
            return self.mentions[pred].atoms[number as usize];
        }
        let atom = self.new_atom(pred);
        self.mentions[pred].insert(&self.terms, row, 0, atom);
        self.bytes += self.mentions[pred].bytes_per_row() + 8;
        atom
    }

    fn new_atom(&mut self, pred: Pred) -> u32 {
        self.atoms.push((pred, None));
        self.atoms.len() as u32 - 1
    }

    /// Records an instance.
    pub fn record(&mut self, head: u32, body: &[u32]) {
        self.rules.push(head, body);
        self.bytes += 8 + 4 * body.len();
    }

    /// Whether a limit is reached, given bytes that are in use elsewhere.
    pub fn check(&mut self, more_bytes: usize) -> Result<(), StopReason> {
        let bytes = self.bytes + more_bytes + 24 * self.terms.len();
        if self.rules.len() > self.limits.rules {
            return Err(StopReason::Rules(self.limits.rules));
        }
        if bytes > self.limits.bytes {
            return Err(StopReason::Bytes(self.limits.bytes));
        }
        self.tick()
    }

    /// Polls the stop signal once in a while; call it from every loop that may run long.
    #[inline]
    pub fn tick(&mut self) -> Result<(), StopReason> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(4096) && (self.limits.stop)() {
            Err(StopReason::Signalled)
        } else {
            Ok(())
        }
    }

    /// Refuses terms that are deeper than any rule sheet's.
    pub fn check_depth(&self, row: &[TermId]) -> Result<(), StopReason> {
        let deep = row.iter().any(|&term| self.terms.depth(term) > MAX_DEPTH);
        if deep {
            Err(StopReason::Depth(MAX_DEPTH))
        } else {
            Ok(())
        }
    }

    /// Dresses up a stop reason with what was going on.
    pub fn error(&self, reason: StopReason, program: &Program, symbols: &Symbols) -> GroundError {
        let largest = (0..self.relations.len())
            .max_by_key(|&pred| self.relations[pred].len())
            .unwrap_or(0);
        GroundError::Stopped {
            reason,
            rules: self.rules.len(),
            relation: program
                .predicates
                .get(largest)
                .map_or("", |p| symbols.spelling(p.name))
                .to_string(),
            facts: self.relations.get(largest).map_or(0, Relation::len),
        }
    }
}
