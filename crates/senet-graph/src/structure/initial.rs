//! The initial state, spelt out: what `init` says, by facts or by rules.

use rustc_hash::FxHashSet;
use senet_gdl::{Dependencies, Description, Span, Symbol, Term};
use senet_ground::{GroundError, Limits, Options, TermId, Terms, ground};

/// A fact of the state: a name and arguments without variables.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The name.
    pub name: Symbol,
    /// The arguments.
    pub args: Vec<Term>,
}

impl Fact {
    /// The fact as a term.
    pub fn term(&self) -> Term {
        match self.args.is_empty() {
            true => Term::Constant(self.name, Span::default()),
            false => Term::Function(self.name, self.args.clone(), Span::default()),
        }
    }
}

/// More instances than this and an initial state counts as too large to be looked at.
const MOST_INSTANCES: usize = 200_000;

/// The facts of the initial state, in the order of their texts.
pub fn initial_state(description: &Description) -> Result<Vec<Fact>, GroundError> {
    let asked = |name| matches!(name, Symbol::INIT | Symbol::ROLE);
    let used = Dependencies::of(description).closure(|(name, _)| asked(name));
    let used: FxHashSet<_> = used.into_iter().collect();
    let rules = description.rules.iter();
    let needed = Description {
        symbols: description.symbols.clone(),
        rules: rules
            .filter(|rule| used.contains(&rule.head.signature()))
            .cloned()
            .collect(),
    };
    let limits = Limits {
        rules: MOST_INSTANCES,
        ..Limits::default()
    };
    let options = Options {
        limits,
        ..Options::default()
    };
    let grounded = ground(&needed, &options)?;
    let fact = |&fluent: &u32| fact(&grounded.terms, grounded.fluents[fluent as usize]);
    Ok(grounded.initial.iter().map(fact).collect())
}

fn fact(terms: &Terms, id: TermId) -> Fact {
    let args = terms.args(id).iter().map(|&arg| term(terms, arg));
    Fact {
        name: terms.name(id),
        args: args.collect(),
    }
}

fn term(terms: &Terms, id: TermId) -> Term {
    fact(terms, id).term()
}
