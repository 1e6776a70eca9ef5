//! E014: `not` of something that is no sentence.

use super::{About, Check, Context, Scope, walk};
use crate::description::Literal;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E014",
        title: "`not` of something that is no sentence",
        why: "GDL negates only sentences. Senet reads `not` of `or`, `distinct` or `not` by the laws of logic and plays such \
              rules, but other systems refuse them or get them wrong.",
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
                && let Some((name, help)) = unsuitable(inner)
            {
                let message =
                    format!("`not` is applied to `{name}`; only a sentence may be negated");
                problems.push(Problem::new(CHECK.about.code, inner.span(), message, help));
            }
        });
    }
}

fn unsuitable(inner: &Literal) -> Option<(&'static str, &'static str)> {
    match inner {
        Literal::Holds(_) => None,
        Literal::Not(..) => Some(("not", "write the innermost sentence without both")),
        Literal::Or(..) => Some(("or", "negate each of its parts instead")),
        Literal::And(..) => Some((
            "and",
            "give the conjunction a name of its own and negate that",
        )),
        Literal::Distinct(..) => Some((
            "distinct",
            "use the same variable or constant in both places instead",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn only_sentences_are_negated() {
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
