//! Renumbers the variables of rules, so that rules which differ only in variable numbers become equal.

use crate::program::{Literal, Rule, Test};
use senet_gdl::Pattern;

/// Creates a rule with variables numbered by first occurrence, head first.
pub fn renumbered(head: Literal, body: Vec<Test>) -> Rule {
    let mut order = head.variables();
    append_variables(&body, &mut order);
    Rule {
        head: renumber_literal(&head, &order),
        body: renumber_tests(&body, &order),
        variables: order.len(),
        source: None,
    }
}

/// Appends the variables of conditions, each once.
pub fn append_variables(tests: &[Test], order: &mut Vec<usize>) {
    for variable in tests.iter().flat_map(Test::variables) {
        if !order.contains(&variable) {
            order.push(variable);
        }
    }
}

/// Replaces each variable by its position in the order.
pub fn renumber_tests(tests: &[Test], order: &[usize]) -> Vec<Test> {
    let renumbered = tests.iter().map(|test| match test {
        Test::Holds(inner) => Test::Holds(renumber_literal(inner, order)),
        Test::Fails(inner) => Test::Fails(renumber_literal(inner, order)),
        Test::Distinct(left, right) => {
            Test::Distinct(renumber(left, order), renumber(right, order))
        }
    });
    renumbered.collect()
}

fn renumber_literal(literal: &Literal, order: &[usize]) -> Literal {
    let args = literal.args.iter();
    Literal {
        pred: literal.pred,
        args: args.map(|arg| renumber(arg, order)).collect(),
    }
}

fn renumber(pattern: &Pattern, order: &[usize]) -> Pattern {
    match pattern {
        Pattern::Variable(v) => {
            Pattern::Variable(order.iter().position(|other| other == v).unwrap_or(*v))
        }
        Pattern::Constant(name) => Pattern::Constant(*name),
        Pattern::Function(name, args) => {
            Pattern::Function(*name, args.iter().map(|arg| renumber(arg, order)).collect())
        }
    }
}

/// Replaces each variable of a condition by its value.
pub fn substitute(test: &Test, values: &[Pattern]) -> Test {
    match test {
        Test::Holds(inner) => Test::Holds(substitute_literal(inner, values)),
        Test::Fails(inner) => Test::Fails(substitute_literal(inner, values)),
        Test::Distinct(left, right) => Test::Distinct(
            substitute_pattern(left, values),
            substitute_pattern(right, values),
        ),
    }
}

/// Replaces each variable of an atom by its value.
pub fn substitute_literal(literal: &Literal, values: &[Pattern]) -> Literal {
    let args = literal.args.iter();
    Literal {
        pred: literal.pred,
        args: args.map(|arg| substitute_pattern(arg, values)).collect(),
    }
}

fn substitute_pattern(pattern: &Pattern, values: &[Pattern]) -> Pattern {
    match pattern {
        Pattern::Variable(v) => values[*v].clone(),
        Pattern::Constant(name) => Pattern::Constant(*name),
        Pattern::Function(name, args) => {
            let args = args.iter();
            Pattern::Function(
                *name,
                args.map(|arg| substitute_pattern(arg, values)).collect(),
            )
        }
    }
}
