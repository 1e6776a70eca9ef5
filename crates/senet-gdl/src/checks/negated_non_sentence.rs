//! W124: `not` applied to something other than a sentence.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::description::Literal;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W124",
        title: "`not` without a plain sentence",
        why: "GDL negates only sentences. Senet applies the laws of logic to `not` of `or`, `and`, `distinct` or `not`. The meaning is \
              clear, so this is a warning. Other systems reject or misread such rules.",
        bad: "(<= (same ?x ?y) (cell ?x) (cell ?y) (not (distinct ?x ?y)))",
        good: "(<= (same ?x ?x) (cell ?x))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for rule in context.rules() {
        walk::literals(rule, &mut |literal| {
            if let Literal::Not(inner, _) = literal
                && let Some((name, help)) = negated_connective(inner)
            {
                let message =
                    format!("`not` is applied to `{name}`; only a sentence may be negated");
                problems.push(Problem::new(CHECK.info.code, inner.span(), message, help));
            }
        });
    }
}

/// The connective under `not` and how to avoid it; `None` if `not` is applied to a sentence.
fn negated_connective(inner: &Literal) -> Option<(&'static str, &'static str)> {
    match inner {
        Literal::Holds(_) => None,
        Literal::Not(..) => Some(("not", "remove both `not`s")),
        Literal::Or(..) => Some(("or", "negate each branch instead")),
        Literal::And(..) => Some((
            "and",
            "define a helper relation for the conjunction and negate that",
        )),
        Literal::Distinct(..) => Some((
            "distinct",
            "write the same variable or constant in both places instead",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_negated_connectives() {
        marks(&CHECK, "(<= p (not q) (not (r ?x)))", &[]);
        marks(&CHECK, "(<= p (or (not (not q)) r))", &["(not q)"]);
        marks(
            &CHECK,
            "(<= p (not (or (not (distinct a b)) r)))",
            &["(or (not (distinct a b)) r)", "(distinct a b)"],
        );
        marks(&CHECK, "(<= p (not (and q r)))", &["(and q r)"]);
    }
}
