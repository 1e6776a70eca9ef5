//! Sheets that use the name of a keyword for a relation of their own.
//!
//! `(next 1 2)` as a table of successors, asked for by `(next ?x ?y)`, is not GDL, but what it means is clear: with two
//! arguments it cannot be the keyword. For playing, such a relation gets another name.

use crate::checks::keyword_arity;
use crate::dependencies::Relation;
use crate::description::{Description, Literal, Sentence};
use crate::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// Gives other names to relations that have a keyword's name but not its number of arguments. Only what is
/// both concluded and asked for counts as a relation of the sheet's own; anything else is rather a mistake.
pub(crate) fn rename_own_relations(description: &mut Description) {
    let names = own_relations(description);
    if names.is_empty() {
        return;
    }
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

/// The relations to be renamed, with their new names.
fn own_relations(description: &mut Description) -> FxHashMap<Relation, Symbol> {
    let Description { symbols, rules } = description;
    let is_odd =
        |&(name, arity): &Relation| keyword_arity(name).is_some_and(|right| right != arity);
    let heads = rules.iter().map(|rule| rule.head.signature());
    let concluded: FxHashSet<Relation> = heads.filter(is_odd).collect();
    let mut names = FxHashMap::default();
    if concluded.is_empty() {
        return names;
    }
    for rule in rules {
        for (sentence, _) in rule.body_sentences() {
            let relation = sentence.signature();
            if concluded.contains(&relation) && !names.contains_key(&relation) {
                let name = format!("{}/{}", symbols.key(relation.0), relation.1);
                names.insert(relation, symbols.fresh(&name));
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sheet;
    use crate::print::{Case, show};

    fn check(text: &str, expected: &str) {
        let mut rules = Sheet::read(text).description;
        rename_own_relations(&mut rules);
        let shown: Vec<_> = rules
            .rules
            .iter()
            .map(|rule| show(rule, &rules.symbols, Case::Folded).to_string())
            .collect();
        assert_eq!(shown.join("\n"), expected);
    }

    #[test]
    fn what_is_concluded_and_asked_for_is_renamed() {
        check(
            "(next 1 2) (<= (next (step ?y)) (true (step ?x)) (or p (not (next ?x ?y))))",
            "(next/2 1 2)\n(<= (next (step ?y)) (true (step ?x)) (or p (not (next/2 ?x ?y))))",
        );
    }

    #[test]
    fn mistakes_stay() {
        let text = "(next cell 1)\n(<= p (true cell 1))";
        check(text, text);
    }
}
