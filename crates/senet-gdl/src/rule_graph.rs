//! Which rule may use what which other rule concludes: a closer look where relations seem to be defined by their own absence.
//!
//! `(<= (goal ?r 0) (role ?r) (not (goal ?r 100)))` is harmless although `goal` negates `goal`: no rule for a goal of 100 asks
//! for a goal of 0. Many public games are written like that. Looking at rules and at what their heads can match, in place of
//! the names of relations alone, tells them from those that have no meaning.

use crate::components::components;
use crate::dependencies::{Dependencies, Relation};
use crate::description::{Description, Sentence, Term};
use crate::span::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// How many pairs of conditions and heads are compared before the closer look is given up.
const MAX_COMPARISONS: usize = 1 << 21;

/// The rules of all relations that negate a relation of their own cycle, and how they use each other.
pub(crate) struct RuleGraph {
    /// The rules in question, as positions in the description.
    pub rules: Vec<usize>,
    /// The strongly connected component of each; a component uses only itself and lower numbers.
    pub component: Vec<usize>,
    uses: Vec<Vec<Use>>,
    by_relation: FxHashMap<Relation, Vec<usize>>,
}

/// One rule may use another.
#[derive(Clone, Copy)]
struct Use {
    target: usize,
    negated: bool,
    place: Span,
}

/// A condition that negates what its own rule's conclusion leads to.
pub(crate) struct NegativeCycle {
    /// The rule, as a position in the description.
    pub rule: usize,
    /// The negated sentence.
    pub place: Span,
    /// Where the other rules of the cycle use the next one.
    pub way_back: Vec<Span>,
}

impl RuleGraph {
    /// Builds the graph; `None` if it would be too large.
    pub fn of(description: &Description, graph: &Dependencies) -> Option<RuleGraph> {
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
        let mut found = RuleGraph {
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
        let mut comparisons = 0;
        let mut all = Vec::with_capacity(self.rules.len());
        for &rule in &self.rules {
            let mut uses = Vec::new();
            for (sentence, negated) in description.rules[rule].body_sentences() {
                comparisons += self
                    .by_relation
                    .get(&sentence.signature())
                    .map_or(0, Vec::len);
                if comparisons > MAX_COMPARISONS {
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

    /// The rules, as positions in [`RuleGraph::rules`], whose heads a sentence may match.
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

    /// Whether the sentence's relation is one that this graph is about.
    pub fn is_about(&self, relation: Relation) -> bool {
        self.by_relation.contains_key(&relation)
    }

    /// Every negated condition that is part of a cycle; the way back is searched for the first few only.
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

    /// The places of the uses on a shortest way from one rule to another.
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

/// Whether two terms of different rules can be equal for some values of their variables. Says yes in doubt.
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

    /// The negated conditions in cycles, each with the way back.
    fn check(text: &str, expected: &[(&str, &[&str])]) {
        let sheet = Sheet::read(text);
        let dependencies = Dependencies::of(&sheet.description);
        let graph = RuleGraph::of(&sheet.description, &dependencies).expect("a small sheet");
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
    fn different_arguments_are_no_cycle() {
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
    fn matching_arguments_are() {
        check(
            "(<= (p a) (not (p b))) (<= (p b) (not (p a)))",
            &[("(p b)", &["(p a)"]), ("(p a)", &["(p b)"])],
        );
        check("(<= (p ?x) (q ?x) (not (p b)))", &[("(p b)", &[])]);
        check("(<= p (not q)) (<= q r) (<= r p)", &[("q", &["r", "p"])]);
    }
}
