//! Relations that share the name of a keyword, but not its arity.
//!
//! A successor table `(next 1 2)` with the condition `(next ?x ?y)` is not valid GDL, but its meaning is clear: with two
//! arguments `next` cannot be the keyword. Senet renames such a relation before play.

use crate::checks::keyword_arity;
use crate::dependencies::Relation;
use crate::description::{Description, Literal, Rule, Sentence};
use crate::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Renames relations that have the name of a keyword but another arity. A relation must be both concluded and used as a
/// condition; otherwise the wrong arity is probably a mistake and stays.
pub(crate) fn rename_keyword_relations(description: &mut Description) {
    let relations = keyword_named_relations(description);
    if relations.is_empty() {
        return;
    }
    let symbols = &mut description.symbols;
    let mut fresh = |relation: Relation| {
        let name = format!("{}/{}", symbols.key(relation.0), relation.1);
        (relation, symbols.fresh(&name))
    };
    let names: FxHashMap<Relation, Symbol> = relations.into_iter().map(&mut fresh).collect();
    let rename = |sentence: &Sentence| {
        let relation = *names
            .get(&sentence.signature())
            .unwrap_or(&sentence.relation);
        Sentence {
            relation,
            ..sentence.clone()
        }
    };
    for rule in &mut description.rules {
        rule.head = rename(&rule.head);
        let renamed = |literal: &Literal| literal.map_sentences(&|s| Literal::Holds(rename(s)));
        rule.body = rule.body.iter().map(renamed).collect();
    }
}

/// Returns the relations that have the name of a keyword but another arity, and are both concluded and used. They are
/// sorted.
pub(crate) fn keyword_named_relations(description: &Description) -> BTreeSet<Relation> {
    let has_other_arity =
        |&(name, arity): &Relation| keyword_arity(name).is_some_and(|expected| expected != arity);
    let heads = description.rules.iter().map(|rule| rule.head.signature());
    let concluded: FxHashSet<Relation> = heads.filter(has_other_arity).collect();
    if concluded.is_empty() {
        return BTreeSet::new();
    }
    let bodies = description.rules.iter().flat_map(Rule::body_sentences);
    let used = bodies.map(|(sentence, _)| sentence.signature());
    used.filter(|relation| concluded.contains(relation))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sheet;
    use crate::print::show_rules;

    fn check(text: &str, expected: &str) {
        let mut rules = Sheet::read(text).description;
        rename_keyword_relations(&mut rules);
        assert_eq!(show_rules(&rules), expected);
    }

    #[test]
    fn renames_relations_that_are_concluded_and_used() {
        check(
            "(next 1 2) (<= (next (step ?y)) (true (step ?x)) (or p (not (next ?x ?y))))",
            "(next/2 1 2)\n(<= (next (step ?y)) (true (step ?x)) (or p (not (next/2 ?x ?y))))",
        );
    }

    #[test]
    fn keeps_relations_that_are_not_both_concluded_and_used() {
        let text = "(next cell 1)\n(<= p (true cell 1))";
        check(text, text);
    }
}
