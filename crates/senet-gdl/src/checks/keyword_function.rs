//! E012: a keyword used as a function.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::description::Term;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E012",
        title: "keyword used as a function",
        why: "A keyword names a relation and has no meaning inside a term. Usually the author wrote one pair of parentheses too many, \
              as in `(true (true …))`.",
        bad: "(<= terminal (true (does white resign)))",
        good: "(<= terminal (true (resigned white)))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for rule in context.rules() {
        walk::terms(rule, &mut |term| {
            if let Term::Function(name, _, span) = term
                && name.is_relation_keyword()
            {
                let name = context.symbols().key(*name);
                let message = format!("the keyword `{name}` is used as a function");
                let help =
                    "use the sentence itself as a condition, or give the function another name";
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
    fn marks_keywords_used_as_functions() {
        marks(&CHECK, "(<= terminal (true (f a)))", &[]);
        marks(&CHECK, "(<= terminal (true (f ( TRUE a))))", &["TRUE"]);
        marks(
            &CHECK,
            "(<= terminal (p ?x) (distinct ?x (goal a 1)))",
            &["goal"],
        );
    }
}
