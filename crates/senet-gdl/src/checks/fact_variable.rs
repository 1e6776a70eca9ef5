//! E015: a variable in a fact.

use super::{About, Check, Context, Scope};
use crate::description::Rule;
use crate::problem::Problem;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E015",
        title: "variable outside a rule",
        why: "A fact with a variable would hold for every term there could ever be. Only a rule, whose conditions say which \
              values the variable takes, may have one.",
        bad: "(adjacent ?x ?x)",
        good: "(<= (adjacent ?x ?x) (index ?x))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for rule in context.rules().iter().filter(|rule| is_plain_fact(rule)) {
        let mut seen = FxHashSet::default();
        for (variable, span) in rule.head.variables() {
            if seen.insert(variable) {
                let name = context.name(variable);
                let message = format!("the variable `{name}` stands in a fact");
                let help = format!(
                    "write a rule whose conditions bind `{name}`, or put a constant in its place"
                );
                problems.push(Problem::new(CHECK.about.code, span, message, help));
            }
        }
    }
}

/// Whether the form is a sentence by itself, not a rule with or without conditions.
pub(super) fn is_plain_fact(rule: &Rule) -> bool {
    rule.span == rule.head.span
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn facts_have_no_variables() {
        marks(&CHECK, "(p a) (<= (q ?x) (r ?x)) (<= (q ?x))", &[]);
        marks(&CHECK, "(p ?x (f ?y ?x))", &["?x", "?y"]);
    }
}
