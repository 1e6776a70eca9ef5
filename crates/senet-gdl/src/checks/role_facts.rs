//! E019: a role that is not a plain fact.

use super::{About, Check, Context, Scope};
use crate::description::{Rule, Term};
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E019",
        title: "role that is not a plain fact",
        why: "The roles, and their order, which is the order of the moves in a joint move, are read off the facts before anything \
              is derived. A role that a rule concludes does not take part.",
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
            problems.push(Problem::new(
                CHECK.about.code,
                rule.head.span,
                message,
                help,
            ));
        }
    }
}

fn defect(rule: &Rule) -> Option<(&'static str, &'static str)> {
    if !rule.body.is_empty() {
        return Some((
            "a rule concludes a role",
            "write each role as a fact of its own, for instance `(role white)`",
        ));
    }
    match rule.head.args[..] {
        [Term::Function(..)] => Some((
            "a role must be a single word",
            "write for instance `(role white1)`",
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn roles_are_facts() {
        marks(&CHECK, "(role a) (<= p (role ?x)) (<= (role b))", &[]);
        marks(&CHECK, "(<= (role ?x) (colour ?x))", &["(role ?x)"]);
        marks(&CHECK, "(role (player 1))", &["(role (player 1))"]);
    }
}
