//! The order in which rules can be applied such that nothing negated is asked for before it is settled.

use crate::dependencies::components;
use crate::description::{Description, Rule, Sentence, Term};
use crate::symbol::Symbol;
use rustc_hash::FxHashMap;

/// The rules of a description, sorted by what they use.
///
/// Finer than the strata of relations: a rule uses only those rules whose heads its conditions could match. So
/// `(<= (goal r 100) (not (goal r 0)))` comes after the rules of `(goal r 0)`, although both define `goal`.
#[derive(Clone, Debug)]
pub struct Strata {
    /// Each stratum uses only itself and earlier ones.
    pub strata: Vec<Stratum>,
    /// Rules that use each other's conclusions under negation: user and used. Empty if the description is stratified.
    pub negative_cycles: Vec<(usize, usize)>,
}

/// Rules that use each other, or a single rule. By position in the description.
#[derive(Clone, Debug, Default)]
pub struct Stratum {
    /// The rules, in the order of the description.
    pub rules: Vec<usize>,
    /// Whether a rule of the stratum uses what the stratum concludes.
    pub recursive: bool,
}

/// Sorts the rules of a description.
pub fn strata(description: &Description) -> Strata {
    let uses = uses(&description.rules);
    let component = components(&uses);
    let count = component.iter().max().map_or(0, |last| last + 1);
    let mut sorted = Strata {
        strata: vec![Stratum::default(); count],
        negative_cycles: Vec::new(),
    };
    for (user, edges) in uses.iter().enumerate() {
        let stratum = &mut sorted.strata[component[user]];
        stratum.rules.push(user);
        for &(used, negated) in edges.iter().filter(|e| component[e.0] == component[user]) {
            stratum.recursive = true;
            if negated {
                sorted.negative_cycles.push((user, used));
            }
        }
    }
    sorted
}

/// Per rule: the rules that it uses, and whether under negation.
fn uses(rules: &[Rule]) -> Vec<Vec<(usize, bool)>> {
    let mut by_relation: FxHashMap<(Symbol, usize), Vec<usize>> = FxHashMap::default();
    for (index, rule) in rules.iter().enumerate() {
        let relation = (rule.head.relation, rule.head.args.len());
        by_relation.entry(relation).or_default().push(index);
    }
    let edges = |rule: &Rule| {
        let mut edges = Vec::new();
        for (sentence, negated) in rule.body_sentences() {
            let relation = (sentence.relation, sentence.args.len());
            let candidates = by_relation.get(&relation).into_iter().flatten();
            let used = candidates.filter(|&&other| may_match(sentence, &rules[other].head));
            edges.extend(used.map(|&other| (other, negated)));
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    };
    rules.iter().map(edges).collect()
}

/// Whether some instance of one sentence may be an instance of the other. Says yes too often when a variable occurs twice.
fn may_match(one: &Sentence, other: &Sentence) -> bool {
    one.args
        .iter()
        .zip(&other.args)
        .all(|(a, b)| terms_may_match(a, b))
}

fn terms_may_match(one: &Term, other: &Term) -> bool {
    match (one, other) {
        (Term::Variable(..), _) | (_, Term::Variable(..)) => true,
        (Term::Constant(a, _), Term::Constant(b, _)) => a == b,
        (Term::Function(f, xs, _), Term::Function(g, ys, _)) => {
            f == g && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| terms_may_match(x, y))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sheet;

    fn check(rules: &str, expected: &[&[usize]], negative_cycles: &[(usize, usize)]) {
        let sorted = strata(&Sheet::read(rules).description);
        let found: Vec<_> = sorted.strata.iter().map(|s| &s.rules[..]).collect();
        assert_eq!(found, expected, "{rules}");
        assert_eq!(sorted.negative_cycles, negative_cycles, "{rules}");
    }

    #[test]
    fn what_is_used_comes_first() {
        check("(<= a b) (<= b (not c)) c", &[&[2], &[1], &[0]], &[]);
    }

    #[test]
    fn rules_of_one_relation_can_be_apart() {
        check(
            "(<= (goal r 100) (not (goal r 0))) (<= (goal r 0) (true x))",
            &[&[1], &[0]],
            &[],
        );
    }

    #[test]
    fn cycles_stay_together() {
        check("(<= a b) (<= b a) (<= b (not c))", &[&[2], &[0, 1]], &[]);
        check("(<= (p ?x) (q ?x) (not (p 1)))", &[&[0]], &[(0, 0)]);
    }
}
