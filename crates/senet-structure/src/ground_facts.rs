//! Lists the ground facts of the initial state, of `base`, and of all states.

use senet_gdl::{Deadline, Description, Span, Symbol, Term};
use senet_ground::{GroundError, Limits, TermId, Terms, extensions, possible_fluents};

/// A fluent without variables.
#[derive(Clone, Debug)]
pub struct GroundFact {
    /// The name.
    pub name: Symbol,
    /// The arguments.
    pub args: Vec<Term>,
}

impl GroundFact {
    /// Returns the fact as a term.
    pub fn term(&self) -> Term {
        match self.args.is_empty() {
            true => Term::Constant(self.name, Span::default()),
            false => Term::Function(self.name, self.args.clone(), Span::default()),
        }
    }
}

/// Limits on the work for one relation.
pub(crate) fn limits(deadline: &Deadline) -> Limits {
    Limits {
        deadline: deadline.clone(),
        bytes: 1 << 30,
        ..Limits::default()
    }
}

/// Returns the facts of the initial state, sorted by their text.
pub fn initial_state(
    description: &Description,
    deadline: &Deadline,
) -> Result<Vec<GroundFact>, GroundError> {
    facts_of(description, Symbol::INIT, deadline)
}

/// Returns the facts that `base` declares, sorted by their text; `None` if the rule sheet has no `base`.
pub fn declared_facts(
    description: &Description,
    deadline: &Deadline,
) -> Result<Option<Vec<GroundFact>>, GroundError> {
    let mut rules = description.rules.iter();
    let declares = rules.any(|rule| rule.head.signature() == (Symbol::BASE, 1));
    declares
        .then(|| facts_of(description, Symbol::BASE, deadline))
        .transpose()
}

/// Returns the texts of all facts that can hold in some state, and few that cannot. It is an error if that takes too
/// many steps or too much memory. Steps are counted and not timed, so that all machines list the same facts.
pub fn possible_facts(
    description: &Description,
    deadline: &Deadline,
) -> Result<Vec<String>, GroundError> {
    let limits = Limits {
        steps: MOST_STEPS,
        bytes: 1 << 28,
        ..limits(deadline)
    };
    possible_fluents(description, &limits)
}

/// About a second of work.
const MOST_STEPS: usize = 30_000_000;

/// Lists the arguments of a keyword that does not depend on the state.
fn facts_of(
    description: &Description,
    keyword: Symbol,
    deadline: &Deadline,
) -> Result<Vec<GroundFact>, GroundError> {
    let found = extensions(description, &[(keyword, 1)], &limits(deadline))?;
    let facts = found.tuples[0].iter();
    Ok(facts.map(|tuple| fact(&found.terms, tuple[0])).collect())
}

fn fact(terms: &Terms, id: TermId) -> GroundFact {
    let args = terms.args(id).iter().map(|&arg| term(terms, arg));
    GroundFact {
        name: terms.name(id),
        args: args.collect(),
    }
}

fn term(terms: &Terms, id: TermId) -> Term {
    fact(terms, id).term()
}
