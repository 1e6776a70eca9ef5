//! E019: a role that is not a plain fact.

use super::{Check, CheckInfo, Context, Scope};
use crate::description::{Rule, Term};
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E019",
        title: "role that is not a plain fact",
        why: "Senet reads the roles from the facts before it derives anything. The order of these facts is the order of the moves in a \
              joint move. A role that a rule concludes is ignored.",
        bad: "(<= (role white) (colour white))\n(colour white)",
        good: "(role white)",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for rule in context
        .rules()
        .iter()
        .filter(|rule| rule.head.relation == Symbol::ROLE)
    {
        if let Some((message, help)) = defect(rule) {
            problems.push(Problem::new(CHECK.info.code, rule.head.span, message, help));
        }
    }
}

fn defect(rule: &Rule) -> Option<(&'static str, &'static str)> {
    if !rule.body.is_empty() {
        return Some((
            "a rule concludes a role",
            "write each role as a fact, for instance `(role white)`",
        ));
    }
    match rule.head.args[..] {
        [Term::Function(..)] => Some((
            "a role must be a single word",
            "use a constant, for instance `(role white1)`",
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_roles_that_are_not_plain_facts() {
        marks(&CHECK, "(role a) (<= p (role ?x)) (<= (role b))", &[]);
        marks(&CHECK, "(<= (role ?x) (colour ?x))", &["(role ?x)"]);
        marks(&CHECK, "(role (player 1))", &["(role (player 1))"]);
    }
}
