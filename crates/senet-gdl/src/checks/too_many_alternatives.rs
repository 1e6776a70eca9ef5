//! E005: a disjunctive normal form that is too large.

use super::{Check, CheckInfo, Context, Scope};
use crate::clauses::too_many_alternatives;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E005",
        title: "too many alternatives",
        why: "Senet gives each `or` a relation of its own. It cannot do so if two `or`s bind variables for each other; then each \
              combination of their branches is an alternative of the rule. Sixteen `or`s with two branches give 65,536 alternatives. \
              Senet rejects rules with more alternatives, since no back end could handle them. It also rejects negated `distinct`s that would build \
              terms of millions of words, and rules with more than 32,768 variables.",
        bad: "(<= terminal\n  (or (a ?x) (b ?y)) (or (a ?x) (b ?y)) (or (a ?x) (b ?y))\n  (or (a ?x) (b ?y)) (or (a ?x) (b ?y)) \
              (or (a ?x) (b ?y))\n  (or (a ?x) (b ?y)) (or (a ?x) (b ?y)) (or (a ?x) (b ?y))\n  (or (a ?x) (b ?y)) (or (a ?x) (b ?y)) \
              (or (a ?x) (b ?y))\n  (or (a ?x) (b ?y)) (or (a ?x) (b ?y)) (or (a ?x) (b ?y))\n  (or (a ?x) (b ?y)) (or (a ?x) (b ?y)))",
        good: "(<= terminal a_or_b)\n(<= a_or_b (a ?x))\n(<= a_or_b (b ?y))",
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
    fn marks_the_rule_that_exceeds_the_limit() {
        let many = format!("(<= p {})", "(or (a ?x) (b ?y))".repeat(17));
        marks(&CHECK, &format!("(<= p (or a b))\n{many}"), &[&many]);
        marks(&CHECK, &format!("(<= p {})", "(or a b)".repeat(17)), &[]);
        let variables: String = (0..40_000).map(|n| format!("(q ?x{n})")).collect();
        let wide = format!("(<= p {variables})");
        marks(&CHECK, &format!("{wide} (<= p (or {variables}))"), &[&wide]);
        marks(
            &CHECK,
            &format!("(<= p {})", "(not (or a b))".repeat(17)),
            &[],
        );
    }
}
