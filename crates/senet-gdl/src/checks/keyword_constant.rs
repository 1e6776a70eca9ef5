//! W104: a keyword used as a constant.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::description::Term;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W104",
        title: "keyword used as a constant",
        why: "Readers easily misunderstand a keyword that is used as a constant. Scrambling does not rename it, so it reveals its meaning.",
        bad: "(init (flag true))\n(<= terminal (true (flag true)))",
        good: "(init (flag up))\n(<= terminal (true (flag up)))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for rule in context.rules() {
        walk::terms(rule, &mut |term| {
            if let Term::Constant(name, span) = term
                && name.is_relation_keyword()
            {
                let message = format!(
                    "the keyword `{}` is used as a constant",
                    context.symbols().key(*name)
                );
                problems.push(Problem::new(
                    CHECK.info.code,
                    *span,
                    message,
                    "choose another name",
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
    fn marks_keywords_used_as_constants() {
        marks(&CHECK, "(role random) (init (f a)) (<= p terminal)", &[]);
        marks(&CHECK, "(p (f goal) true)", &["goal", "true"]);
    }
}
