//! What all finders may use.

use super::Seen;
use crate::Model;
use crate::family::Family;
use crate::projection::Space;
use crate::prover::Prover;
use crate::report::Boards;
use senet_gdl::{Description, Symbol};
use senet_ground::{Limits, StopSignal, TermId};
use senet_structure::Structure;

/// Properties of all states.
pub struct Known {
    /// Properties that were looked at.
    pub families: Vec<Family>,
    /// Those that are proved.
    pub lemmas: Vec<usize>,
    /// Per property, whether it held in all random matches.
    pub holds: Vec<bool>,
}

/// What is known of a game when finders start.
pub struct Context<'a, 'm> {
    /// The rules.
    pub description: &'a Description,
    /// The grounded rules.
    pub model: &'m Model<'m>,
    /// Relations of the state.
    pub space: Space<'m>,
    /// Rows, counters and boards that the rules show.
    pub structure: Structure,
    /// The projections.
    pub boards: &'a Boards,
    /// What random matches showed.
    pub seen: Seen,
    /// Properties of all states.
    pub known: Known,
    /// The solver.
    pub prover: Prover<'m>,
    /// What another grounding may use up.
    pub limits: Limits,
    /// What was not looked at, and why.
    pub skipped: Vec<String>,
    /// Says when time is up.
    pub stop: StopSignal,
}

impl Context<'_, '_> {
    /// The text of a fact.
    pub fn fact(&self, fluent: u32) -> String {
        let grounded = self.model.grounded;
        grounded.text(grounded.fluents[fluent as usize])
    }

    /// The text of a term.
    pub fn text(&self, term: TermId) -> String {
        self.model.grounded.text(term)
    }

    /// A word of the sheet, lower case.
    pub fn word(&self, symbol: Symbol) -> String {
        self.description.symbols.key(symbol).to_string()
    }

    /// Whether all these facts differ from time to time, as far as was seen.
    pub fn ever_changes(&self, fluents: &[u32]) -> bool {
        fluents.iter().any(|&fluent| self.seen.changes(fluent))
    }

    /// The names of the roles.
    pub fn roles(&self) -> Vec<Symbol> {
        let grounded = self.model.grounded;
        let roles = grounded.roles.iter();
        roles.map(|&role| grounded.terms.name(role)).collect()
    }

    /// The property that a projection tells everything else of a relation: whether it is proved, held so far, or neither.
    pub fn tells_all(&self, relation: usize, positions: &[usize]) -> Option<super::Basis> {
        let is_it = |family: &&usize| {
            let own = &self.known.families[**family];
            own.tells_all()
                && own.projection.relation == relation
                && own.projection.positions == positions
        };
        let all: Vec<usize> = (0..self.known.families.len()).collect();
        let found = *all.iter().find(is_it)?;
        if self.known.lemmas.contains(&found) {
            return Some(super::Basis::Proved);
        }
        self.known.holds[found].then_some(super::Basis::Seen)
    }
}
