//! The common inputs of all finders.

use super::Observations;
use crate::family::Family;
use crate::projection::Space;
use crate::prover::Prover;
use crate::report::Boards;
use senet_gdl::{Deadline, Description, Symbol};
use senet_ground::RuleIndex;
use senet_ground::{Limits, TermId};
use senet_structure::Structure;

/// Properties of all states.
pub struct Known {
    /// All tested properties.
    pub families: Vec<Family>,
    /// The indices of the proved properties.
    pub lemmas: Vec<usize>,
    /// Per property, whether it held in all random matches.
    pub holds: Vec<bool>,
}

/// Everything that is known when the finders start.
pub struct Context<'a, 'm> {
    /// The rules.
    pub description: &'a Description,
    /// The grounded rules.
    pub index: &'m RuleIndex<'m>,
    /// Relations of the state.
    pub space: Space<'m>,
    /// Successor rows, counters and boards in the rules.
    pub structure: Structure,
    /// The projections.
    pub boards: &'a Boards,
    /// Observations in random matches.
    pub seen: Observations,
    /// Properties of all states.
    pub known: Known,
    /// The solver.
    pub prover: Prover<'m>,
    /// The limits of a second grounding, which the search for symmetries needs.
    pub limits: Limits,
    /// Parts that were skipped, with the reason.
    pub skipped: Vec<String>,
    /// The end of the work.
    pub deadline: Deadline,
}

impl Context<'_, '_> {
    /// The text of a fact.
    pub fn fact(&self, fluent: u32) -> String {
        let grounded = self.index.grounded;
        grounded.text(grounded.fluents[fluent as usize])
    }

    /// The text of a term.
    pub fn text(&self, term: TermId) -> String {
        self.index.grounded.text(term)
    }

    /// A word of the sheet, lower case.
    pub fn word(&self, symbol: Symbol) -> String {
        self.description.symbols.key(symbol).to_string()
    }

    /// True if one of these facts changed in random matches.
    pub fn ever_changes(&self, fluents: &[u32]) -> bool {
        fluents.iter().any(|&fluent| self.seen.changes(fluent))
    }

    /// The names of the roles.
    pub fn roles(&self) -> Vec<Symbol> {
        let grounded = self.index.grounded;
        let roles = grounded.roles.iter();
        roles.map(|&role| grounded.terms.name(role)).collect()
    }

    /// The evidence that a projection determines the other arguments: a proof, or all visited states. `None` if the
    /// projection does not determine them.
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
