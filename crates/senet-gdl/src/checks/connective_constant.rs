//! E013: a connective inside a term.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::description::Term;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E013",
        title: "connective in a term",
        why: "`not`, `or`, `distinct` and `<=` connect sentences. Systems disagree on their meaning as a constant or function. Often \
              the author wrote `not` inside `true` instead of around it.",
        bad: "(<= terminal (true (not open)))",
        good: "(<= terminal (not (true open)))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for rule in context.rules() {
        walk::terms(rule, &mut |term| {
            if let Term::Constant(name, span) | Term::Function(name, _, span) = term
                && name.is_connective()
            {
                let name = context.symbols().key(*name);
                let message = format!("the connective `{name}` is used inside a term");
                let help = "move it out of the sentence, or choose another name";
                problems.push(Problem::new(
                    CHECK.info.code,
                    context.name_span(*span),
                    message,
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
    fn marks_connectives_in_terms() {
        marks(&CHECK, "(<= p (not q) (or r s))", &[]);
        marks(&CHECK, "(p or) (q (f (not a)))", &["or", "not"]);
    }
}
