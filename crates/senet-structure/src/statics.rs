//! Relations that are the same in all states, spelt out.

use senet_gdl::{Dependencies, Description, Rule, Sentence, Span, Symbol, Term};
use senet_ground::{GroundOptions, Limits, ground};
use std::collections::BTreeSet;

/// With more instances than this a relation is not looked at.
const MOST_INSTANCES: usize = 20_000;

/// The relations that never change, with their numbers of arguments, in the order of the sheet.
pub fn static_relations(description: &Description) -> Vec<(Symbol, usize)> {
    let asks = |name| matches!(name, Symbol::TRUE | Symbol::DOES);
    let users = Dependencies::of(description).users(|(name, _)| asks(name));
    let changing: BTreeSet<(Symbol, usize)> = users.into_iter().collect();
    let mut found = Vec::new();
    for rule in &description.rules {
        let signature = rule.head.signature();
        let lasts = !signature.0.is_keyword() && !changing.contains(&signature);
        if lasts && !found.contains(&signature) {
            found.push(signature);
        }
    }
    found
}

/// What a relation that never changes is true of, if that is not too much and only of constants.
pub fn static_extension(
    description: &Description,
    relation: (Symbol, usize),
) -> Option<BTreeSet<Vec<Symbol>>> {
    let options = GroundOptions {
        limits: Limits {
            rules: MOST_INSTANCES,
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

/// The rules that a relation needs, and it as the initial state, so that grounding finds what it is true of.
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
