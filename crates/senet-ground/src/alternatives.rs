//! Merges the alternatives of a rule.
//!
//! Clauses contain no `or`: `p(X) ← q(X,Y), (r(Y) or s(Y))` becomes two rules, and joins repeat the work after `q`.
//! Merging turns the differing parts into a helper, `h(Y) ← r(Y)` and `h(Y) ← s(Y)`. Then one rule remains.

use crate::program::{Literal, Pred, Program, Rule, Test};
use crate::renumber::renumbered;
use senet_gdl::Pattern;
use std::rc::Rc;

/// Merges the alternatives in the rules of some predicates.
pub fn merge(program: &mut Program, in_rules_of: &[bool]) {
    let rules = std::mem::take(&mut program.rules);
    for group in rules.chunk_by(|a, b| a.source.is_some() && a.source == b.source) {
        let is_selected =
            group.len() > 1 && in_rules_of[program.predicates[group[0].head.pred].origin];
        if is_selected && group.iter().all(|rule| rule.head == group[0].head) {
            merge_group(program, group);
        } else {
            program.rules.extend_from_slice(group);
        }
    }
}

/// An alternative: the conditions that not all rules share, and the variables that connect them to the rest.
struct Case<'a> {
    rule: &'a Rc<Rule>,
    own: Vec<Test>,
    interface: Vec<usize>,
}

/// Adds the rules of a group; those with the same connecting variables are merged.
fn merge_group(program: &mut Program, group: &[Rc<Rule>]) {
    let is_common = |test: &Test| group.iter().all(|rule| rule.body.contains(test));
    let mut cases: Vec<Case> = group.iter().map(|rule| case(rule, is_common)).collect();
    cases.sort_by(|a, b| a.interface.cmp(&b.interface));
    for cases in cases.chunk_by(|a, b| a.interface == b.interface) {
        if cases.len() > 1 && cases.iter().all(Case::is_safe) {
            add_merged(program, cases);
        } else {
            let rules = cases.iter().map(|case| Rc::clone(case.rule));
            program.rules.extend(rules);
        }
    }
}

fn case<'a>(rule: &'a Rc<Rule>, is_common: impl Fn(&Test) -> bool) -> Case<'a> {
    let (common, own): (Vec<Test>, Vec<Test>) = rule.body.iter().cloned().partition(is_common);
    let mut outside = rule.head.variables();
    outside.extend(common.iter().flat_map(Test::variables));
    let mut interface: Vec<usize> = own.iter().flat_map(Test::variables).collect();
    interface.retain(|variable| outside.contains(variable));
    interface.sort_unstable();
    interface.dedup();
    Case {
        rule,
        own,
        interface,
    }
}

impl Case<'_> {
    /// True if its own positive conditions bind all its variables.
    fn is_safe(&self) -> bool {
        let positive = self.own.iter().filter_map(Test::positive);
        let bound: Vec<usize> = positive.flat_map(Literal::variables).collect();
        let mut variables = self.own.iter().flat_map(Test::variables);
        !self.own.is_empty() && variables.all(|variable| bound.contains(&variable))
    }
}

/// Adds a helper for the cases, and the rule that uses it.
fn add_merged(program: &mut Program, cases: &[Case]) {
    let Case {
        rule, interface, ..
    } = &cases[0];
    let pred: Pred = program.helper(rule.head.pred, interface.len());
    let args = interface.iter().map(|&v| Pattern::Variable(v)).collect();
    let helper = Literal { pred, args };
    for case in cases {
        let own = renumbered(helper.clone(), case.own.clone());
        program.add(own);
    }
    let mut merged = Rule::clone(rule);
    merged.body.retain(|test| !cases[0].own.contains(test));
    merged.body.push(Test::Holds(helper));
    program.add(merged);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::tests::{program, text};

    fn check(rule: &str, expected: &[&str]) {
        let (mut program, symbols) = program(rule);
        let everywhere = vec![true; program.predicates.len()];
        merge(&mut program, &everywhere);
        let text = text(&program, &symbols);
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn alternatives_become_a_helper() {
        check(
            "(<= (p ?x) (or (r ?y ?z) (s ?y)) (q ?x ?y))",
            &[
                "part-p(A) <- r(A B)",
                "part-p(A) <- s(A)",
                "p(A) <- q(A B), part-p(B)",
            ],
        );
    }

    #[test]
    fn alternatives_of_different_variables_stay() {
        let rule = "(<= (p ?x) (q ?x ?y) (or (r ?x) (s ?y) (t ?y)))";
        check(
            rule,
            &[
                "p(A) <- q(A B), r(A)",
                "part-p(A) <- s(A)",
                "part-p(A) <- t(A)",
                "p(A) <- q(A B), part-p(B)",
            ],
        );
    }

    #[test]
    fn alternatives_that_bind_nothing_stay() {
        let rule = "(<= (p ?x) (q ?x ?y) (or (distinct ?x ?y) (not (r ?x ?y))))";
        check(
            rule,
            &["p(A) <- q(A B), A /= B", "p(A) <- q(A B), not r(A B)"],
        );
    }
}
