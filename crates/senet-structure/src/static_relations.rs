//! Relations that do not depend on the state or on moves, and their extensions.

use senet_gdl::{Deadline, Dependencies, Description, Rule, Sentence, Span, Symbol, Term};
use senet_ground::{GroundOptions, Limits, ground};
use std::collections::BTreeSet;

/// Grounding a relation stops with an error after this number of ground rules.
const MOST_INSTANCES: usize = 20_000;

/// Lists the relations that never change, with their arity, in the order of the rule sheet.
pub fn static_relations(description: &Description) -> Vec<(Symbol, usize)> {
    let asks = |name| matches!(name, Symbol::TRUE | Symbol::DOES);
    let users = Dependencies::of(description).users(|(name, _)| asks(name));
    let changing: BTreeSet<(Symbol, usize)> = users.into_iter().collect();
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for rule in &description.rules {
        let signature = rule.head.signature();
        let lasts = !signature.0.is_keyword() && !changing.contains(&signature);
        if lasts && seen.insert(signature) {
            found.push(signature);
        }
    }
    found
}

/// Returns the tuples of a static relation. The result is `None` if there are too many, if an argument is not a
/// constant, or if the deadline is over.
pub fn static_extension(
    description: &Description,
    relation: (Symbol, usize),
    deadline: &Deadline,
) -> Option<BTreeSet<Vec<Symbol>>> {
    let options = GroundOptions {
        limits: Limits {
            rules: MOST_INSTANCES,
            deadline: deadline.clone(),
            ..Limits::default()
        },
        ..GroundOptions::default()
    };
    let grounded = ground(&with_relation_as_state(description, relation), &options).ok()?;
    let mut found = BTreeSet::new();
    for &fluent in &grounded.initial {
        let id = grounded.fluents[fluent as usize];
        let args = grounded.terms.args(id).iter();
        let plain = args.map(|&arg| {
            let constant = grounded.terms.args(arg).is_empty();
            constant.then(|| grounded.terms.name(arg))
        });
        found.insert(plain.collect::<Option<Vec<Symbol>>>()?);
    }
    Some(found)
}

/// Reduces a description to the rules that a relation needs. The relation also becomes the initial state, so the
/// grounder lists its tuples.
fn with_relation_as_state(description: &Description, relation: (Symbol, usize)) -> Description {
    let closure = Dependencies::of(description);
    let used = closure.closure(|(name, arity)| (name, arity) == relation || name == Symbol::ROLE);
    let used: BTreeSet<(Symbol, usize)> = used.into_iter().collect();
    let rules = description.rules.iter();
    let needed = rules.filter(|rule| used.contains(&rule.head.signature()));
    let mut rules: Vec<Rule> = needed.cloned().collect();
    let own = rules
        .iter()
        .filter(|rule| rule.head.signature() == relation);
    let own: Vec<Rule> = own.map(as_state).collect();
    rules.extend(own);
    Description {
        symbols: description.symbols.clone(),
        rules,
    }
}

fn as_state(rule: &Rule) -> Rule {
    let (name, args) = (rule.head.relation, rule.head.args.clone());
    let fact = match args.is_empty() {
        true => Term::Constant(name, Span::default()),
        false => Term::Function(name, args, Span::default()),
    };
    Rule {
        head: Sentence {
            relation: Symbol::INIT,
            args: vec![fact],
            span: Span::default(),
        },
        ..rule.clone()
    }
}
