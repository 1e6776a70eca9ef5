//! Puts the definitions of relations that say little more than "these differ" in their place.
//!
//! Take `p(A,B,X) ← q(U,V,X), differ(A,B,U,V)`, where cells differ if their columns or their rows do. Joined at once, every
//! (A,B,U,V,X) is enumerated, and nothing can be projected early. With the definition in its place there are two rules,
//! `p(A,B,X) ← q(U,V,X), A≠U` and the same for the rows, and condensing finds that the first needs nothing of `V` and the second nothing of
//! `U`.

use crate::program::{Literal, Program, Rule, Test};
use senet_gdl::Pattern;

/// A rule may become at most this many.
const MAX_COPIES: usize = 16;
/// Rules longer than this stay as they are.
const MAX_CONDITIONS: usize = 64;

/// Unfolds relations of differences in the rules of some predicates.
pub fn unfold(program: &mut Program, in_rules_of: &[bool]) {
    let definitions = differences(program);
    let rules = std::mem::take(&mut program.rules);
    for rule in rules {
        if in_rules_of[rule.head.pred] {
            program.rules.extend(unfolded(rule, &definitions));
        } else {
            program.rules.push(rule);
        }
    }
}

/// Per predicate the rules that define it, if each of them says that something differs and otherwise looks at one variable at a
/// time.
fn differences(program: &Program) -> Vec<Vec<Rule>> {
    let mut definitions: Vec<Vec<Rule>> = vec![Vec::new(); program.predicates.len()];
    for rule in &program.rules {
        definitions[rule.head.pred].push(rule.clone());
    }
    for rules in &mut definitions {
        if rules.len() < 2 || rules.len() > MAX_COPIES || !rules.iter().all(is_difference) {
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
        && rule.variables == parameters.len()
}

/// The rules that a rule becomes.
fn unfolded(rule: Rule, definitions: &[Vec<Rule>]) -> Vec<Rule> {
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
        rules = copies.collect();
    }
    rules
}

/// The rule with one condition replaced by a case of its definition, which goes to the end.
fn replace(rule: &Rule, at: usize, case: &Rule) -> Rule {
    let mut rule = rule.clone();
    if let Test::Holds(literal) = rule.body.remove(at) {
        let values = values(case, &literal);
        rule.body
            .extend(case.body.iter().map(|test| substitute_test(test, &values)));
    }
    rule
}

/// What each variable of a case stands for.
fn values(case: &Rule, literal: &Literal) -> Vec<Pattern> {
    let mut values = vec![Pattern::Variable(0); case.variables];
    for (parameter, value) in case.head.args.iter().zip(&literal.args) {
        if let Pattern::Variable(v) = parameter {
            values[*v] = value.clone();
        }
    }
    values
}

fn substitute_test(test: &Test, values: &[Pattern]) -> Test {
    let literal = |literal: &Literal| Literal {
        pred: literal.pred,
        args: literal
            .args
            .iter()
            .map(|arg| substitute(arg, values))
            .collect(),
    };
    match test {
        Test::Holds(inner) => Test::Holds(literal(inner)),
        Test::Fails(inner) => Test::Fails(literal(inner)),
        Test::Distinct(left, right) => {
            Test::Distinct(substitute(left, values), substitute(right, values))
        }
    }
}

fn substitute(pattern: &Pattern, values: &[Pattern]) -> Pattern {
    match pattern {
        Pattern::Variable(v) => values[*v].clone(),
        Pattern::Constant(name) => Pattern::Constant(*name),
        Pattern::Function(name, args) => Pattern::Function(
            *name,
            args.iter().map(|arg| substitute(arg, values)).collect(),
        ),
    }
}
