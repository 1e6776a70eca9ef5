//! W104: a keyword as an object.

use super::{About, Check, Context, Scope, walk};
use crate::description::Term;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W104",
        title: "keyword as an object",
        why: "A keyword that stands for an object is easily misread, and it survives scrambling, which gives its meaning away.",
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
                    "the keyword `{}` is used as an object",
                    context.symbols().key(*name)
                );
                problems.push(Problem::new(
                    CHECK.about.code,
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
    fn objects_are_no_keywords() {
        marks(&CHECK, "(role random) (init (f a)) (<= p terminal)", &[]);
        marks(&CHECK, "(p (f goal) true)", &["goal", "true"]);
    }
}
