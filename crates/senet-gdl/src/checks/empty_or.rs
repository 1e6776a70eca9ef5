//! W106: `or` without branches.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::description::Literal;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W106",
        title: "`or` without branches",
        why: "A disjunction without branches never holds, so the rule never applies.",
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
                let help = "add branches, or remove the rule";
                problems.push(Problem::new(
                    CHECK.info.code,
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
    fn marks_empty_disjunctions() {
        marks(&CHECK, "(<= p (or a))", &[]);
        marks(&CHECK, "(<= p (or) (not (or )))", &["(or)", "(or )"]);
    }
}
