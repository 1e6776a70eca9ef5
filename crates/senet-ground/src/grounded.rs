//! A game without variables.

use crate::grouped::Grouped;
use crate::terms::{TermId, Terms};
use senet_gdl::Symbols;

/// The propositional form of a game.
#[derive(Clone, Debug)]
pub struct Grounded {
    /// All terms; the ids below refer to them.
    pub terms: Terms,
    /// The words in those terms.
    pub symbols: Symbols,
    /// The roles in the order of the rules.
    pub roles: Vec<TermId>,
    /// All fluents that may hold in some state, sorted by text.
    pub fluents: Vec<TermId>,
    /// Per role, all moves that may be legal in some state, sorted by text.
    pub moves: Vec<Vec<TermId>>,
    /// The fluents of the initial state as increasing positions in `fluents`.
    pub initial: Vec<u32>,
    /// The meaning of each atom.
    pub atoms: Vec<AtomKind>,
    /// The instances of the rules that depend on state or moves.
    pub rules: GroundRules,
    /// The fluents declared by `base`; `None` if there are none or they could not be derived.
    pub base: Option<Vec<TermId>>,
    /// The moves declared by `input`, as (role, move) pairs; `None` as for `base`.
    pub input: Option<Vec<(TermId, TermId)>>,
}

/// The meaning of an atom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomKind {
    /// The fluent (by position) holds in the state.
    True(u32),
    /// The role makes the move (by position).
    Does(u32, u32),
    /// The fluent holds in the next state.
    Next(u32),
    /// The move is legal for the role.
    Legal(u32, u32),
    /// The role's goal has this value.
    Goal(u32, TermId),
    /// The match is over.
    Terminal,
    /// The role perceives this.
    Sees(u32, TermId),
    /// Any other relation of the rules.
    Inner,
    /// Never derivable: no rule concludes it.
    Never,
}

/// Rule instances in flat vectors: compact, and fast to iterate.
#[derive(Clone, Debug, Default)]
pub struct GroundRules {
    heads: Vec<u32>,
    ends: Vec<u32>,
    literals: Vec<u32>,
}

impl GroundRules {
    /// Adds an instance. A body literal is twice the atom, plus one if it is negated.
    pub fn push(&mut self, head: u32, body: &[u32]) {
        self.heads.push(head);
        self.literals.extend_from_slice(body);
        self.ends.push(self.literals.len() as u32);
    }

    /// The number of instances.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// True if there are no instances.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The number of conditions of all instances together.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// The head atom of an instance.
    #[inline]
    pub fn head(&self, rule: usize) -> u32 {
        self.heads[rule]
    }

    /// The body of an instance: twice the atom, plus one if it is negated.
    #[inline]
    pub fn body(&self, rule: usize) -> &[u32] {
        let start = if rule == 0 { 0 } else { self.ends[rule - 1] };
        &self.literals[start as usize..self.ends[rule] as usize]
    }
}

impl Grounded {
    /// The rules grouped by the atom that they conclude.
    pub fn rules_by_head(&self) -> Grouped {
        Grouped::by(self.atoms.len(), self.rules.heads.iter().copied())
    }

    /// The estimated size in memory.
    pub fn bytes(&self) -> usize {
        let terms = self.fluents.len() + self.moves.iter().map(Vec::len).sum::<usize>();
        let rules = size_of::<u32>() * (2 * self.rules.len() + self.rules.literals.len());
        let atoms = size_of::<AtomKind>() * self.atoms.len();
        self.terms.bytes() + size_of::<TermId>() * terms + rules + atoms
    }

    /// The text of a term.
    pub fn text(&self, term: TermId) -> String {
        self.terms.text(term, &self.symbols)
    }
}
