//! E005: disjunctions that multiply out beyond all bounds.

use super::{About, Check, Context, Scope};
use crate::clauses::too_many_alternatives;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E005",
        title: "too many alternatives",
        why: "Each combination of branches of the `or`s of a rule is a case of its own; sixteen `or`s of two branches are 65,536 \
              cases. Beyond that the rules are refused, since no reasoner would handle them. So are negated `distinct`s whose equations make \
              terms of millions of words.",
        bad: "(<= terminal\n  (or a b) (or a b) (or a b) (or a b) (or a b) (or a b)\n  (or a b) (or a b) (or a b) (or a b) \
              (or a b) (or a b)\n  (or a b) (or a b) (or a b) (or a b) (or a b) (or a b))",
        good: "(<= terminal a_or_b)\n(<= a_or_b a)\n(<= a_or_b b)",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    problems.extend(too_many_alternatives(context.description));
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn the_rule_that_passes_the_limit_is_named() {
        let many = format!("(<= p {})", "(or a b)".repeat(17));
        marks(&CHECK, &format!("(<= p (or a b))\n{many}"), &[&many]);
        marks(
            &CHECK,
            &format!("(<= p {})", "(not (or a b))".repeat(17)),
            &[],
        );
    }
}
