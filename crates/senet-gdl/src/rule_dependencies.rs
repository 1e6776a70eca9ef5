//! The dependency graph of single rules. It decides whether a relation really depends on its own negation.
//!
//! `(<= (goal ?r 0) (role ?r) (not (goal ?r 100)))` is harmless although `goal` negates `goal`: no rule for a goal of 100 uses a goal of 0. Many
//! public games contain such rules. This graph has an edge only if a condition can unify with the head of a rule. It therefore tells harmless rules
//! from rules without a meaning.

use crate::components::components;
use crate::dependencies::{Dependencies, Relation};
use crate::description::{Description, Sentence, Term};
use crate::disjunctive_normal_form::Size;
use crate::span::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// The maximum number of words in all compared conditions, counted once for each head. [`crate::stratify`] may copy a condition for each head.
const MAX_COMPARED_WORDS: usize = 1 << 22;

/// The dependencies between the rules of suspicious relations. A relation is suspicious if it negates a relation of its own component.
pub(crate) struct RuleDependencies {
    /// The rules, as indices into the description. They are the nodes of the graph.
    pub rules: Vec<usize>,
    /// The strongly connected component of each node. A component uses only itself and lower numbers.
    pub component: Vec<usize>,
    uses: Vec<Vec<Use>>,
    by_relation: FxHashMap<Relation, Vec<usize>>,
}

/// An edge: one rule may use the conclusion of another.
#[derive(Clone, Copy)]
struct Use {
    target: usize,
    negated: bool,
    place: Span,
}

/// A negated condition on something that depends on the head of the same rule.
pub(crate) struct NegativeCycle {
    /// The rule, as an index into the description.
    pub rule: usize,
    /// The negated sentence.
    pub place: Span,
    /// The conditions of the other rules of the cycle, each of which uses the next rule.
    pub way_back: Vec<Span>,
}

impl RuleDependencies {
    /// Builds the graph; `None` if it needs too many comparisons.
    pub fn of(description: &Description, graph: &Dependencies) -> Option<RuleDependencies> {
        let negative = graph.negative_cycles().into_iter();
        let suspects: FxHashSet<_> = negative.map(|(user, _)| graph.component(user)).collect();
        let rules: Vec<usize> = (0..description.rules.len())
            .filter(|&rule| {
                suspects.contains(&graph.component(description.rules[rule].head.signature()))
            })
            .collect();
        let mut by_relation: FxHashMap<Relation, Vec<usize>> = FxHashMap::default();
        for (node, &rule) in rules.iter().enumerate() {
            by_relation
                .entry(description.rules[rule].head.signature())
                .or_default()
                .push(node);
        }
        let mut found = RuleDependencies {
            rules,
            component: Vec::new(),
            uses: Vec::new(),
            by_relation,
        };
        found.uses = found.all_uses(description)?;
        let edges: Vec<Vec<_>> = found
            .uses
            .iter()
            .map(|uses| uses.iter().map(|usage| usage.target).collect())
            .collect();
        found.component = components(&edges);
        Some(found)
    }

    fn all_uses(&self, description: &Description) -> Option<Vec<Vec<Use>>> {
        let mut compared: usize = 0;
        let mut all = Vec::with_capacity(self.rules.len());
        for &rule in &self.rules {
            let mut uses = Vec::new();
            for (sentence, negated) in description.rules[rule].body_sentences() {
                let heads = self.by_relation.get(&sentence.signature());
                let words = Size::of_sentence(sentence).words;
                compared = compared.saturating_add(words * heads.map_or(0, Vec::len));
                if compared > MAX_COMPARED_WORDS {
                    return None;
                }
                let targets = self.targets(description, sentence);
                uses.extend(targets.map(|target| Use {
                    target,
                    negated,
                    place: sentence.span,
                }));
            }
            all.push(uses);
        }
        Some(all)
    }

    /// The nodes whose heads may match a sentence.
    pub fn targets<'a>(
        &'a self,
        description: &'a Description,
        sentence: &'a Sentence,
    ) -> impl Iterator<Item = usize> + 'a {
        let candidates = self.by_relation.get(&sentence.signature());
        let candidates = candidates.map_or(&[][..], Vec::as_slice).iter().copied();
        candidates.filter(|&node| {
            let head = &description.rules[self.rules[node]].head;
            head.args
                .iter()
                .zip(&sentence.args)
                .all(|(a, b)| may_match(a, b))
        })
    }

    /// Returns whether the graph contains the rules of this relation.
    pub fn contains(&self, relation: Relation) -> bool {
        self.by_relation.contains_key(&relation)
    }

    /// Returns every negated condition that is part of a cycle. Only the first `traced` ones get the path that closes
    /// the cycle.
    pub fn negative_cycles(&self, traced: usize) -> Vec<NegativeCycle> {
        let mut found: Vec<NegativeCycle> = Vec::new();
        let mut seen = FxHashSet::default();
        for (node, uses) in self.uses.iter().enumerate() {
            for usage in uses.iter().filter(|usage| usage.negated) {
                if self.component[node] == self.component[usage.target] && seen.insert(usage.place)
                {
                    let is_traced = found.len() < traced;
                    let way_back = if is_traced {
                        self.path(usage.target, node)
                    } else {
                        Vec::new()
                    };
                    found.push(NegativeCycle {
                        rule: self.rules[node],
                        place: usage.place,
                        way_back,
                    });
                }
            }
        }
        found
    }

    /// Returns the conditions on a shortest path from one rule to another.
    fn path(&self, from: usize, to: usize) -> Vec<Span> {
        let mut previous: FxHashMap<usize, (usize, Span)> = FxHashMap::default();
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front().filter(|&node| node != to) {
            for usage in &self.uses[node] {
                if usage.target != from && !previous.contains_key(&usage.target) {
                    previous.insert(usage.target, (node, usage.place));
                    queue.push_back(usage.target);
                }
            }
        }
        let mut places = Vec::new();
        let mut at = to;
        while let Some(&(before, place)) = previous.get(&at).filter(|_| at != from) {
            places.push(place);
            at = before;
        }
        places.reverse();
        places
    }
}

/// Returns whether two terms of different rules may unify. Ignores repeated variables, so it may wrongly return `true`.
fn may_match(one: &Term, other: &Term) -> bool {
    match (one, other) {
        (Term::Variable(..), _) | (_, Term::Variable(..)) => true,
        (Term::Constant(a, _), Term::Constant(b, _)) => a == b,
        (Term::Function(f, xs, _), Term::Function(g, ys, _)) => {
            f == g && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| may_match(x, y))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sheet;

    /// Compares the negated conditions in cycles, each with the path that closes the cycle.
    fn check(text: &str, expected: &[(&str, &[&str])]) {
        let sheet = Sheet::read(text);
        let dependencies = Dependencies::of(&sheet.description);
        let graph = RuleDependencies::of(&sheet.description, &dependencies).expect("a small sheet");
        let cycles = graph.negative_cycles(9);
        let show = |span: &Span| span.of(text);
        let found: Vec<(&str, Vec<&str>)> = cycles
            .iter()
            .map(|cycle| {
                (
                    show(&cycle.place),
                    cycle.way_back.iter().map(show).collect(),
                )
            })
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(place, way)| (*place, way.to_vec()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn finds_no_cycle_if_arguments_differ() {
        check(
            "(<= (goal a 100) p) (<= (goal a 0) (not (goal a 100)))",
            &[],
        );
        check(
            "(<= (goal ?r 0) (role ?r) (not (goal ?r 50)) (not (goal ?r 100))) (<= (goal ?r 50) (role ?r))",
            &[],
        );
    }

    #[test]
    fn finds_cycles_if_arguments_match() {
        check(
            "(<= (p a) (not (p b))) (<= (p b) (not (p a)))",
            &[("(p b)", &["(p a)"]), ("(p a)", &["(p b)"])],
        );
        check("(<= (p ?x) (q ?x) (not (p b)))", &[("(p b)", &[])]);
        check("(<= p (not q)) (<= q r) (<= r p)", &[("q", &["r", "p"])]);
    }
}
