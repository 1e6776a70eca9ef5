//! W121: a `distinct` that always holds or never holds.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::description::{Literal, Term};
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W121",
        title: "`distinct` with a constant result",
        why: "A term never differs from itself, and two different constants always differ. The condition either disables the rule or \
              has no effect. Perhaps one term is wrong.",
        bad: "(<= (different ?x ?y) (index ?x) (index ?y) (distinct ?x ?x))",
        good: "(<= (different ?x ?y) (index ?x) (index ?y) (distinct ?x ?y))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for rule in context.rules() {
        walk::literals(rule, &mut |literal| {
            if let Literal::Distinct(left, right, span) = literal
                && let Some((message, help)) = constant_result(left, right)
            {
                problems.push(Problem::new(CHECK.info.code, *span, message, help));
            }
        });
    }
}

/// The message and help of a comparison whose result does not depend on the variables.
fn constant_result(left: &Term, right: &Term) -> Option<(&'static str, &'static str)> {
    if left.same(right) {
        return Some((
            "the two terms are the same, so this never holds",
            "compare with another term, or remove the rule",
        ));
    }
    let differ = left.is_ground() && right.is_ground();
    differ.then_some((
        "the two terms always differ, so this always holds",
        "remove the condition",
    ))
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_comparisons_with_a_constant_result() {
        marks(
            &CHECK,
            "(<= p (q ?x ?y) (distinct ?x ?y) (distinct ?x a) (distinct (f ?x) (f ?y)))",
            &[],
        );
        marks(
            &CHECK,
            "(<= p (q ?x) (distinct (f ?x) (f ?X)) (not (distinct a b)))",
            &["(distinct (f ?x) (f ?X))", "(distinct a b)"],
        );
    }
}
