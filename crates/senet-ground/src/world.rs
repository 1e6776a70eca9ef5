//! Everything derived so far: terms, tuples, atoms and rule instances.

use crate::grounded::GroundRules;
use crate::limits::{GroundError, Limits, StopReason};
use crate::plan::Access;
use crate::program::{Literal, Pred, Program};
use crate::relation::{Relation, hash_row};
use crate::terms::{TermId, Terms};
use senet_gdl::{Charge, MAX_DEPTH, Pattern, Symbols};

/// Steps between two polls of the deadline.
const TICKS_PER_POLL: u32 = 4096;
/// The maximum number of names in a term. Equal parts are stored once, but the text repeats them.
const MAX_WORDS: usize = 1 << 20;
/// The atom of a tuple that is not part of the game.
const NO_ATOM: u32 = u32::MAX;
/// The tables draw from the shared memory in portions of this size.
const BYTES_PER_CHARGE: usize = 1 << 20;

/// The state of a grounding run.
pub struct World {
    pub terms: Terms,
    pub relations: Vec<Relation>,
    /// Per predicate: atoms that occur only under negation so far.
    mentions: Vec<Relation>,
    /// For each atom its predicate and, once derived, its tuple.
    pub atoms: Vec<(Pred, Option<u32>)>,
    /// Per predicate: whether its tuples are atoms of the game.
    recorded: Vec<bool>,
    /// The recorded instances.
    pub rules: GroundRules,
    bytes: usize,
    /// The part of the shared memory that is charged for `bytes`, rounded up.
    charge: Charge,
    limits: Limits,
    /// Steps since the last poll.
    ticks: u32,
    /// Steps until the last poll.
    steps: usize,
}

impl World {
    /// Creates an empty world. `recorded` marks the predicates that are part of the game.
    pub fn new(program: &Program, limits: &Limits, recorded: &[bool]) -> World {
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
            recorded: recorded.to_vec(),
            rules: GroundRules::default(),
            bytes: 0,
            charge: limits.memory.charge("grounding"),
            limits: limits.clone(),
            ticks: 0,
            steps: 0,
        }
    }

    /// The index of a predicate's relation for an access.
    pub fn index(&mut self, pred: Pred, access: &Access) -> Result<usize, StopReason> {
        let relation = &mut self.relations[pred];
        let (index, bytes) = relation.index(&self.terms, &access.shapes, &access.keys);
        if bytes > 0 {
            let rows = relation.len() as u32;
            self.bytes += bytes;
            self.spend(rows)?;
        }
        Ok(index)
    }

    /// Adds a tuple. Returns its atom, which is meaningless if the predicate is not recorded, and its number if it is
    /// new.
    pub fn derive(&mut self, pred: Pred, row: &[TermId], queued: u32) -> (u32, Option<u32>) {
        let hash = hash_row(row);
        let (number, is_new) = self.relations[pred].number(hash, row);
        if !is_new {
            return (self.relations[pred].atoms[number as usize], None);
        }
        let atom = match self.recorded[pred] {
            true => self.mentioned(pred, hash, row),
            false => NO_ATOM,
        };
        let bytes = self.relations[pred].append(&self.terms, row, queued, atom);
        if let Some(tuple) = self.atoms.get_mut(atom as usize) {
            tuple.1 = Some(number);
        }
        self.bytes += bytes;
        (atom, Some(number))
    }

    /// The atom of a tuple that is not derived yet: the atom from its mention under negation, or a
    /// new one.
    fn mentioned(&mut self, pred: Pred, hash: u64, row: &[TermId]) -> u32 {
        match self.mentions[pred].find_hashed(hash, row) {
            Some(mention) => self.mentions[pred].atoms[mention as usize],
            None => self.new_atom(pred),
        }
    }

    /// The atom of a negated tuple, whether or not it is ever derived.
    pub fn mention(&mut self, pred: Pred, row: &[TermId]) -> u32 {
        let hash = hash_row(row);
        if let Some(number) = self.relations[pred].find_hashed(hash, row) {
            return self.relations[pred].atoms[number as usize];
        }
        let (number, is_new) = self.mentions[pred].number(hash, row);
        if !is_new {
            return self.mentions[pred].atoms[number as usize];
        }
        let atom = self.new_atom(pred);
        let bytes = self.mentions[pred].append(&self.terms, row, 0, atom);
        self.bytes += bytes;
        atom
    }

    fn new_atom(&mut self, pred: Pred) -> u32 {
        self.atoms.push((pred, None));
        self.bytes += size_of::<(Pred, Option<u32>)>();
        self.atoms.len() as u32 - 1
    }

    /// Fills `row` with the arguments of a literal under the bindings of its variables.
    #[inline]
    pub fn instantiate(&mut self, literal: &Literal, bindings: &[TermId], row: &mut Vec<TermId>) {
        row.clear();
        for arg in &literal.args {
            row.push(match arg {
                Pattern::Variable(variable) => bindings[*variable],
                other => self.terms.instantiate(other, bindings),
            });
        }
    }

    /// Records an instance.
    pub fn record(&mut self, head: u32, body: &[u32]) {
        self.rules.push(head, body);
        self.bytes += 8 + 4 * body.len();
    }

    /// Checks all limits; `more_bytes` are in use elsewhere.
    pub fn check(&mut self, more_bytes: usize) -> Result<(), StopReason> {
        let bytes = (self.bytes + self.terms.bytes()).saturating_add(more_bytes);
        if self.rules.len() > self.limits.rules {
            return Err(StopReason::Rules(self.limits.rules));
        }
        if bytes > self.limits.bytes {
            return Err(StopReason::Bytes(self.limits.bytes));
        }
        if bytes > self.charge.bytes() {
            let rounded = bytes.next_multiple_of(BYTES_PER_CHARGE);
            let charged = self.charge.set(rounded).or_else(|_| self.charge.set(bytes));
            charged.map_err(StopReason::Memory)?;
        }
        self.tick()
    }

    /// Counts a step, and polls the deadline once in `TICKS_PER_POLL` steps. Every loop that may
    /// run long calls it.
    #[inline]
    pub fn tick(&mut self) -> Result<(), StopReason> {
        self.spend(1)
    }

    /// Counts several ticks at once.
    #[inline]
    pub fn spend(&mut self, ticks: u32) -> Result<(), StopReason> {
        self.ticks = self.ticks.saturating_add(ticks);
        if self.ticks < TICKS_PER_POLL {
            return Ok(());
        }
        self.steps = self.steps.saturating_add(self.ticks as usize);
        self.ticks = 0;
        if self.steps > self.limits.steps {
            return Err(StopReason::Steps(self.limits.steps));
        }
        if self.limits.deadline.is_over() {
            return Err(StopReason::Signalled);
        }
        Ok(())
    }

    /// Counts memory as used from now on.
    pub fn use_bytes(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.bytes += bytes;
        self.check(0)
    }

    /// Runs work that may fail, with an eighth of the memory. This memory does not count against
    /// the limit of other work.
    pub fn with_reserve(
        &mut self,
        work: impl FnOnce(&mut World) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let (own, before) = (self.limits.bytes, self.bytes + self.terms.bytes());
        let shared = self.limits.memory.left() + self.charge.bytes();
        let whole = own.min(shared.max(before));
        self.limits.bytes = whole.min(before.saturating_add(whole / 8));
        let outcome = work(self);
        let used = self.bytes + self.terms.bytes() - before;
        self.limits.bytes = own.saturating_add(used);
        outcome
    }

    /// Rejects terms that nest deeper than any rule sheet, or whose text would be too long.
    pub fn check_terms(&self, row: &[TermId]) -> Result<(), StopReason> {
        for &term in row {
            if self.terms.depth(term) > MAX_DEPTH {
                return Err(StopReason::Depth(MAX_DEPTH));
            }
            if self.terms.words(term) > MAX_WORDS {
                return Err(StopReason::Words(MAX_WORDS));
            }
        }
        Ok(())
    }

    /// The bytes of the texts of all terms in some relations.
    pub fn text_bytes(&self, preds: &[Pred], symbols: &Symbols) -> usize {
        let bytes = self.terms.all_text_bytes(symbols);
        let relations = preds.iter().map(|&pred| &self.relations[pred]);
        let rows =
            relations.flat_map(|relation| (0..relation.len() as u32).map(|n| relation.row(n)));
        let terms = rows.flatten().map(|&term| bytes[term.0 as usize]);
        terms.fold(0, usize::saturating_add)
    }

    /// Adds the circumstances to a stop reason.
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
