//! Unfolds relations that say little more than "these differ".
//!
//! Take `p(A,B,X) ← q(U,V,X), differ(A,B,U,V)`, where cells differ if their columns or their rows do. A single join
//! enumerates every (A,B,U,V,X), and nothing can be projected early. Unfolding gives two rules, `p(A,B,X) ← q(U,V,X),
//! A≠U` and the same for the rows. Condensing then drops `V` from the first and `U` from the second.

use crate::program::{Literal, Program, Rule, Test};
use crate::renumber::substitute;
use senet_gdl::Pattern;
use std::rc::Rc;

/// Maximum number of rules that one rule becomes.
const MAX_COPIES: usize = 16;
/// Longer rules are not unfolded.
const MAX_CONDITIONS: usize = 64;

/// Unfolds difference relations in the rules of some predicates.
pub fn unfold(program: &mut Program, in_rules_of: &[bool]) {
    let definitions = differences(program);
    let rules = std::mem::take(&mut program.rules);
    for rule in rules {
        if in_rules_of[program.predicates[rule.head.pred].origin] {
            program.rules.extend(unfolded(rule, &definitions));
        } else {
            program.rules.push(rule);
        }
    }
}

/// Per predicate its rules, if each rule has a `distinct` and all its other conditions have at most one variable.
fn differences(program: &Program) -> Vec<Vec<Rc<Rule>>> {
    let mut definitions: Vec<Vec<Rc<Rule>>> = vec![Vec::new(); program.predicates.len()];
    for rule in &program.rules {
        definitions[rule.head.pred].push(rule.clone());
    }
    for rules in &mut definitions {
        if rules.len() < 2
            || rules.len() > MAX_COPIES
            || !rules.iter().all(|rule| is_difference(rule))
        {
            rules.clear();
        }
    }
    definitions
}

fn is_difference(rule: &Rule) -> bool {
    let is_plain = |test: &Test| match test {
        Test::Distinct(..) => true,
        Test::Holds(literal) => literal.variables().len() <= 1 && literal.pred != rule.head.pred,
        Test::Fails(_) => false,
    };
    let mut parameters = Vec::new();
    let is_parameter = |arg: &Pattern| match arg {
        Pattern::Variable(v) if !parameters.contains(v) => {
            parameters.push(*v);
            true
        }
        _ => false,
    };
    let differs = rule
        .body
        .iter()
        .any(|test| matches!(test, Test::Distinct(..)));
    differs
        && rule.body.iter().all(is_plain)
        && rule.head.args.iter().all(is_parameter)
        && rule
            .body
            .iter()
            .flat_map(Test::variables)
            .all(|v| parameters.contains(&v))
}

/// The rules that replace a rule.
fn unfolded(rule: Rc<Rule>, definitions: &[Vec<Rc<Rule>>]) -> Vec<Rc<Rule>> {
    if rule.body.len() > MAX_CONDITIONS {
        return vec![rule];
    }
    let mut rules = vec![rule];
    let mut at = 0;
    while let Some(test) = rules[0].body.get(at) {
        let definition = test
            .positive()
            .map_or(&[][..], |literal| &definitions[literal.pred]);
        if definition.is_empty() || rules.len() * definition.len() > MAX_COPIES {
            at += 1;
            continue;
        }
        let copies = rules
            .iter()
            .flat_map(|rule| definition.iter().map(|case| replace(rule, at, case)));
        rules = copies.map(Rc::new).collect();
    }
    rules
}

/// Replaces one condition by a case of its definition, appended at the end.
fn replace(rule: &Rule, at: usize, case: &Rule) -> Rule {
    let mut rule = rule.clone();
    if let Test::Holds(literal) = rule.body.remove(at) {
        let values = values(case, &literal);
        rule.body
            .extend(case.body.iter().map(|test| substitute(test, &values)));
    }
    rule
}

/// The value of each variable of a case.
fn values(case: &Rule, literal: &Literal) -> Vec<Pattern> {
    let mut values = vec![Pattern::Variable(0); case.variables];
    for (parameter, value) in case.head.args.iter().zip(&literal.args) {
        if let Pattern::Variable(v) = parameter {
            values[*v] = value.clone();
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::tests::{program, text};

    const DIFFER: &str = "(<= (differ ?a ?b ?c ?d) (distinct ?a ?c) (d ?a) (d ?b) (d ?c) (d ?d))
        (<= (differ ?a ?b ?c ?d) (distinct ?b ?d) (d ?a) (d ?b) (d ?c) (d ?d))";

    /// Compares the rules that replace the last rule.
    fn check(rule: &str, expected: &[&str]) {
        let (mut program, symbols) = program(&format!("{DIFFER} {rule}"));
        let everywhere = vec![true; program.predicates.len()];
        unfold(&mut program, &everywhere);
        let text = text(&program, &symbols);
        let rules: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(rules, expected);
    }

    #[test]
    fn each_way_to_differ_makes_a_rule() {
        check(
            "(<= (p ?x ?y) (q ?u ?v) (differ ?x ?y ?u 1))",
            &[
                "p(A B) <- q(C D), d(A), d(B), d(C), d(1), A /= C",
                "p(A B) <- q(C D), d(A), d(B), d(C), d(1), B /= 1",
            ],
        );
    }

    #[test]
    fn negated_and_unbounded_differences_stay() {
        check(
            "(<= (p ?x) (q ?x ?y) (not (differ ?x ?y ?y ?x)))",
            &["p(A) <- q(A B), not differ(A B B A)"],
        );
        let five = "(differ ?x ?y ?y ?x) ".repeat(5);
        let (mut program, _) = program(&format!("{DIFFER} (<= (p ?x) (q ?x ?y) {five})"));
        let everywhere = vec![true; program.predicates.len()];
        unfold(&mut program, &everywhere);
        assert_eq!(program.rules.len(), 2 + MAX_COPIES);
    }
}
