//! Splits relations such that negation is stratified relation by relation.
//!
//! The back ends evaluate relations in the order of their dependencies. If a relation negates itself only with other
//! arguments (see [`RuleDependencies`]), its rules are split into groups. Each group gets its own relation, and the original
//! relation becomes their union.

use crate::dependencies::{Dependencies, Relation};
use crate::description::{Description, Literal, Rule, Sentence, Term};
use crate::rule_dependencies::RuleDependencies;
use crate::span::Span;
use crate::symbol::{Symbol, Symbols};
use rustc_hash::FxHashMap;

/// Rewrites the rules such that no cycle of relations contains a negation. Returns the rules unchanged if check `E017` reports
/// a cycle in them.
pub(crate) fn stratify(rules: Description) -> Description {
    let dependencies = Dependencies::of(&rules);
    if dependencies.negative_cycles().is_empty() {
        return rules;
    }
    match RuleDependencies::of(&rules, &dependencies) {
        Some(graph) if graph.negative_cycles(0).is_empty() => split(&rules, &graph),
        _ => rules,
    }
}

fn split(rules: &Description, graph: &RuleDependencies) -> Description {
    let mut symbols = rules.symbols.clone();
    let groups = Groups::of(rules, graph, &mut symbols);
    let mut all: Vec<Rule> = rules.rules.clone();
    for (node, &rule) in graph.rules.iter().enumerate() {
        let before = &rules.rules[rule];
        let group = (before.head.signature(), graph.component[node]);
        all[rule].head.relation = groups.name(group);
        let by_group = |sentence: &Sentence| groups.sentence(rules, graph, sentence);
        all[rule].body = before
            .body
            .iter()
            .map(|literal| literal.map_sentences(&by_group))
            .collect();
    }
    all.extend(groups.unions(&mut symbols));
    Description {
        symbols,
        rules: all,
    }
}

/// A relation and a component: the rules of the relation in that component.
type Group = (Relation, usize);

/// The groups with their new names, and the span of the first rule of each, in the order of the rules.
struct Groups {
    names: FxHashMap<Group, Symbol>,
    order: Vec<(Group, Span)>,
}

impl Groups {
    fn of(rules: &Description, graph: &RuleDependencies, symbols: &mut Symbols) -> Groups {
        let mut groups = Groups {
            names: FxHashMap::default(),
            order: Vec::new(),
        };
        for (node, &rule) in graph.rules.iter().enumerate() {
            let head = &rules.rules[rule].head;
            let group = (head.signature(), graph.component[node]);
            groups.names.entry(group).or_insert_with(|| {
                groups.order.push((group, head.span));
                let stem = format!("{}/{}", symbols.key(head.relation), groups.order.len());
                symbols.fresh(&stem)
            });
        }
        groups
    }

    fn name(&self, group: Group) -> Symbol {
        // `Groups::of` names the group of every rule of the graph.
        self.names[&group]
    }

    /// Replaces a sentence by the disjunction of the groups that can conclude it.
    fn sentence(
        &self,
        rules: &Description,
        graph: &RuleDependencies,
        sentence: &Sentence,
    ) -> Literal {
        if !graph.contains(sentence.signature()) {
            return Literal::Holds(sentence.clone());
        }
        let mut components: Vec<_> = graph
            .targets(rules, sentence)
            .map(|node| graph.component[node])
            .collect();
        components.sort_unstable();
        components.dedup();
        let of_group = |component| {
            let relation = self.name((sentence.signature(), component));
            Literal::Holds(Sentence {
                relation,
                ..sentence.clone()
            })
        };
        match components[..] {
            [only] => of_group(only),
            _ => Literal::Or(
                components.into_iter().map(of_group).collect(),
                sentence.span,
            ),
        }
    }

    /// The rules that define each original relation as the union of its groups.
    fn unions(&self, symbols: &mut Symbols) -> Vec<Rule> {
        let mut rules = Vec::new();
        for &(group, span) in &self.order {
            let (relation, arity) = group.0;
            let args: Vec<_> = (0..arity)
                .map(|n| Term::Variable(symbols.intern(&format!("?{n}")), span))
                .collect();
            let head = Sentence {
                relation,
                args,
                span,
            };
            let body = Sentence {
                relation: self.name(group),
                ..head.clone()
            };
            rules.push(Rule {
                head,
                body: vec![Literal::Holds(body)],
                span,
            });
        }
        rules
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sheet;
    use crate::print::show_rules;

    fn check(text: &str, expected: &str) {
        let rules = stratify(Sheet::read(text).description);
        assert!(Dependencies::of(&rules).negative_cycles().is_empty());
        assert_eq!(show_rules(&rules), expected);
    }

    #[test]
    fn keeps_stratified_rules() {
        check("(<= p (not q)) (<= q q r)", "(<= p (not q))\n(<= q q r)");
    }

    #[test]
    fn splits_relations_into_groups() {
        check(
            "(<= (g a 1) x) (<= (g a 0) (not (g a 1))) (<= y (g ?r 1))",
            "(<= (g/1 a 1) x)\n(<= (g/2 a 0) (not (g/1 a 1)))\n(<= y (g ?r 1))\n\
             (<= (g ?0 ?1) (g/1 ?0 ?1))\n(<= (g ?0 ?1) (g/2 ?0 ?1))",
        );
    }

    #[test]
    fn replaces_conditions_by_several_groups_or_none() {
        check(
            "(<= (p a 1) x) (p b 1) (<= (p ?x 2) (q ?x) (not (p ?x 1)) (not (p ?x 3)))",
            "(<= (p/1 a 1) x)\n(p/2 b 1)\n\
             (<= (p/3 ?x 2) (q ?x) (not (or (p/1 ?x 1) (p/2 ?x 1))) (not (or)))\n\
             (<= (p ?0 ?1) (p/1 ?0 ?1))\n(<= (p ?0 ?1) (p/2 ?0 ?1))\n(<= (p ?0 ?1) (p/3 ?0 ?1))",
        );
    }
}
