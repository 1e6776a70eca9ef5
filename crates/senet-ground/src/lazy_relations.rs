//! Lazy relations: static relations that are derived only as far as rules ask for them.
//!
//! Static relations are normally derived first and completely, so that rules can use their absence. But a game may
//! need only a few of the distances between any two of 25 × 25 cells. If no rule uses the absence of such a relation,
//! it can be guarded and derived together with the dynamic relations. Recorded instances of the game's rules still
//! omit it.

use crate::program::{Pred, Program, Rule, Test};
use crate::queries::Queries;

/// The static predicates that can be lazy: no rule uses their absence, and all their users can be lazy too.
pub fn can_be_lazy(program: &Program, queries: &Queries, dynamic: &[bool]) -> Vec<bool> {
    let negated = program.rules.iter().flat_map(|rule| negated(rule));
    let first = [queries.role, queries.init, queries.base, queries.input];
    let negated = negated.filter(|&pred| !dynamic[pred]);
    let asked = queries.asked.iter().copied();
    let first: Vec<Pred> = negated.chain(first).chain(asked).collect();
    let mut can_be_lazy = vec![false; program.predicates.len()];
    // Listed facts take no work.
    let derived = program.rules.iter().filter(|rule| !rule.body.is_empty());
    derived.for_each(|rule| can_be_lazy[rule.head.pred] = !dynamic[rule.head.pred]);
    let complete = program.closure(&first);
    let unless_complete = can_be_lazy.iter().zip(complete);
    unless_complete
        .map(|(&can_be_lazy, complete)| can_be_lazy && !complete)
        .collect()
}

/// The predicates that become lazy: those chosen by `is_chosen` and their users, as far as they can
/// be lazy.
pub fn lazy_relations(
    program: &Program,
    can_be_lazy: &[bool],
    is_chosen: impl Fn(Pred) -> bool,
) -> Vec<bool> {
    let first: Vec<Pred> = (0..can_be_lazy.len())
        .filter(|&pred| can_be_lazy[pred] && is_chosen(pred))
        .collect();
    let dependents = program.dependents(&first);
    let users = dependents.iter().zip(can_be_lazy);
    users
        .map(|(&depends, &can_be_lazy)| depends && can_be_lazy)
        .collect()
}

fn negated(rule: &Rule) -> impl Iterator<Item = Pred> + '_ {
    rule.body.iter().filter_map(|test| match test {
        Test::Fails(literal) => Some(literal.pred),
        Test::Holds(_) | Test::Distinct(..) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::tests::program;

    /// Compares two lists of names: the predicates that can be lazy, and the predicates that become
    /// lazy together with `big`.
    fn check(rules: &str, able: &str, are_lazy: &str) {
        let (mut program, symbols) = program(rules);
        let queries = Queries::of(&mut program);
        let dynamic = queries.dynamic(&program);
        let name = |pred: Pred| symbols.spelling(program.predicates[pred].name);
        let names = |marked: &[bool]| {
            let mut names: Vec<&str> = (0..marked.len())
                .filter(|&pred| marked[pred])
                .map(name)
                .collect();
            names.sort_unstable();
            names.join(" ")
        };
        let found = can_be_lazy(&program, &queries, &dynamic);
        assert_eq!(names(&found), able);
        let lazy = lazy_relations(&program, &found, |pred| name(pred) == "big");
        assert_eq!(names(&lazy), are_lazy);
    }

    #[test]
    fn relations_that_are_only_looked_up_can_be_lazy() {
        check(
            "(succ 1 2) (<= (less ?x ?y) (succ ?x ?y)) (<= (big ?x ?y) (less ?x ?y)) (<= (far ?x) (big ?x ?y))
             (<= (next (at ?y)) (true (at ?x)) (far ?x) (big ?x ?y))",
            "big far less",
            "big far",
        );
    }

    #[test]
    fn negated_relations_and_those_they_use_cannot_be_lazy() {
        check(
            "(succ 1 2) (<= (less ?x ?y) (succ ?x ?y)) (<= (big ?x ?y) (less ?x ?y)) (<= (other ?x) (big ?x ?x))
             (<= (next (at ?x)) (true (at ?x)) (not (big ?x ?x)) (other ?x))",
            "other",
            "",
        );
    }

    #[test]
    fn relations_that_init_uses_cannot_be_lazy() {
        check(
            "(succ 1 2) (<= (big ?x) (succ ?x ?y)) (<= (init (at ?x)) (big ?x)) (<= (next (at ?x)) (true (at ?x)) (big ?x))",
            "",
            "",
        );
    }
}
