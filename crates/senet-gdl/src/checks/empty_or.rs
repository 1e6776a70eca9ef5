//! W106: `or` without branches.

use super::{About, Check, Context, Scope, walk};
use crate::description::Literal;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W106",
        title: "`or` without branches",
        why: "None of no branches holds, so the condition never holds and the rule never applies.",
        bad: "(<= terminal (or))",
        good: "(<= terminal (or full (line x)))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for rule in context.rules() {
        walk::literals(rule, &mut |literal| {
            if let Literal::Or(parts, span) = literal
                && parts.is_empty()
            {
                let help = "give it its branches, or remove the rule";
                problems.push(Problem::new(
                    CHECK.about.code,
                    *span,
                    "this `or` has no branches and never holds",
                    help,
                ));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn empty_disjunctions_are_marked() {
        marks(&CHECK, "(<= p (or a))", &[]);
        marks(&CHECK, "(<= p (or) (not (or )))", &["(or)", "(or )"]);
    }
}
