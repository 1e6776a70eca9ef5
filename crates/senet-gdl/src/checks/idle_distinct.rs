//! W121: `distinct` whose answer is fixed.

use super::{About, Check, Context, Scope, walk};
use crate::description::{Literal, Term};
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W121",
        title: "`distinct` that is always the same",
        why: "A term never differs from itself, and two different constants always differ; the condition makes the rule useless or does \
              nothing. Perhaps another variable was meant.",
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
                && let Some((message, help)) = fixed(left, right)
            {
                problems.push(Problem::new(CHECK.about.code, *span, message, help));
            }
        });
    }
}

fn fixed(left: &Term, right: &Term) -> Option<(&'static str, &'static str)> {
    if left.same(right) {
        return Some((
            "the two terms are the same, so this never holds",
            "compare with the term that was meant",
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
    fn fixed_answers_are_marked() {
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
