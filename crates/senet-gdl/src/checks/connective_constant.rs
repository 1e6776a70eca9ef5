//! E013: a logical word inside a term.

use super::{About, Check, Context, Scope, walk};
use crate::description::Term;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E013",
        title: "logical word in a term",
        why: "`not`, `or`, `distinct` and `<=` connect sentences. As a constant or a function they are read differently by \
              different systems; often a `not` was put inside `true` instead of around it.",
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
                let message = format!("`{name}` stands inside a term");
                let help = "move it out of the sentence, or choose another name";
                problems.push(Problem::new(
                    CHECK.about.code,
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
    fn terms_have_no_logical_words() {
        marks(&CHECK, "(<= p (not q) (or r s))", &[]);
        marks(&CHECK, "(p or) (q (f (not a)))", &["or", "not"]);
    }
}
