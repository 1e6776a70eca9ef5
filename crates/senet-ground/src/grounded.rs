//! A game without variables.

use crate::terms::{TermId, Terms};
use senet_gdl::Symbols;

/// The propositional form of a game.
#[derive(Clone, Debug)]
pub struct Grounded {
    /// The terms that the ids below stand for.
    pub terms: Terms,
    /// The words in those terms.
    pub symbols: Symbols,
    /// The roles in the order of the rules.
    pub roles: Vec<TermId>,
    /// Everything that may be true in some state, in the order of the texts.
    pub fluents: Vec<TermId>,
    /// Per role, everything that may be a legal move in some state, in the order of the texts.
    pub moves: Vec<Vec<TermId>>,
    /// The fluents of the initial state, by position in `fluents`, increasing.
    pub initial: Vec<u32>,
    /// What each atom of the rules means.
    pub atoms: Vec<AtomKind>,
    /// The instances of the rules that depend on state or moves.
    pub rules: Rules,
    /// The fluents that the sheet declares by `base`, if it does and they could be derived.
    pub base: Option<Vec<TermId>>,
    /// The moves that the sheet declares by `input`, as (role, move) terms.
    pub input: Option<Vec<(TermId, TermId)>>,
}

/// What an atom means.
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
    /// Anything else: defined by rules, used by rules.
    Inner,
    /// Never derivable: no rule concludes it.
    Never,
}

/// Rule instances in one flat row: compact, and quick to walk.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    heads: Vec<u32>,
    ends: Vec<u32>,
    literals: Vec<u32>,
}

impl Rules {
    /// Adds an instance; a body literal is twice the atom, plus one if it is negated.
    pub fn push(&mut self, head: u32, body: &[u32]) {
        self.heads.push(head);
        self.literals.extend_from_slice(body);
        self.ends.push(self.literals.len() as u32);
    }

    /// How many instances there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
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
    /// The text of a term.
    pub fn text(&self, term: TermId) -> String {
        self.terms.text(term, &self.symbols)
    }
}
