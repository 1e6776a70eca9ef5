//! Lists the ground facts of the initial state and of `base`.

use rustc_hash::FxHashSet;
use senet_gdl::{Deadline, Dependencies, Description, Rule, Span, Symbol, Term};
use senet_ground::{GroundError, GroundOptions, Limits, TermId, Terms, ground};

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

/// Grounding stops with an error after this number of ground rules.
const MOST_INSTANCES: usize = 200_000;

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

/// Grounds one keyword that does not depend on the state. Its rules become `init` rules, so the grounder lists its
/// facts.
fn facts_of(
    description: &Description,
    keyword: Symbol,
    deadline: &Deadline,
) -> Result<Vec<GroundFact>, GroundError> {
    let used =
        Dependencies::of(description).closure(|(name, _)| name == keyword || name == Symbol::ROLE);
    let used: FxHashSet<_> = used.into_iter().collect();
    let rules = description.rules.iter();
    let mut needed: Vec<Rule> = rules
        .filter(|rule| used.contains(&rule.head.signature()))
        .cloned()
        .collect();
    let heads = needed.iter_mut().map(|rule| &mut rule.head);
    heads
        .filter(|head| head.relation == keyword)
        .for_each(|head| head.relation = Symbol::INIT);
    let description = Description {
        symbols: description.symbols.clone(),
        rules: needed,
    };
    let limits = Limits {
        rules: MOST_INSTANCES,
        deadline: deadline.clone(),
        ..Limits::default()
    };
    let options = GroundOptions {
        limits,
        ..GroundOptions::default()
    };
    let grounded = ground(&description, &options)?;
    let fact = |&fluent: &u32| fact(&grounded.terms, grounded.fluents[fluent as usize]);
    Ok(grounded.initial.iter().map(fact).collect())
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
