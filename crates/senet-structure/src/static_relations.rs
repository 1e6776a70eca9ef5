//! Relations that do not depend on the state or on moves, and their extensions.

use crate::ground_facts::limits;
use senet_gdl::{Deadline, Dependencies, Description, Symbol};
use senet_ground::{TermId, extensions};
use std::collections::BTreeSet;

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
    let found = extensions(description, &[relation], &limits(deadline)).ok()?;
    let constant = |&arg: &TermId| {
        let is_constant = found.terms.args(arg).is_empty();
        is_constant.then(|| found.terms.name(arg))
    };
    let tuples = found.tuples[0].iter();
    tuples
        .map(|tuple| tuple.iter().map(constant).collect())
        .collect()
}
