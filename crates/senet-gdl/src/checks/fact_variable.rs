//! E015: a variable in a fact.

use super::{Check, CheckInfo, Context, Scope};
use crate::description::Rule;
use crate::problem::Problem;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E015",
        title: "variable in a fact",
        why: "A fact with a variable would hold for infinitely many terms. Only rules may contain variables, since their conditions \
              bind them.",
        bad: "(init (cell ?x b))",
        good: "(<= (init (cell ?x b)) (index ?x))\n(index 1)",
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
                let message = format!("the fact contains the variable `{name}`");
                let help =
                    format!("write a rule whose conditions bind `{name}`, or use a constant");
                problems.push(Problem::new(CHECK.info.code, span, message, help));
            }
        }
    }
}

/// Returns whether the form is a bare sentence, not a rule written with `<=`.
pub(super) fn is_plain_fact(rule: &Rule) -> bool {
    rule.span == rule.head.span
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_variables_in_facts() {
        marks(&CHECK, "(p a) (<= (q ?x) (r ?x)) (<= (q ?x))", &[]);
        marks(&CHECK, "(p ?x (f ?y ?x))", &["?x", "?y"]);
    }
}
