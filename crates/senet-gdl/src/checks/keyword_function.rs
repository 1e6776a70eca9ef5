//! E012: a keyword as the name of a function.

use super::{About, Check, Context, Scope, walk};
use crate::description::Term;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E012",
        title: "keyword as a function",
        why: "A keyword names a relation of the game; inside a term it has no meaning. Usually one pair of parentheses too many \
              was written, as in `(true (true …))`.",
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
    fn functions_may_not_be_keywords() {
        marks(&CHECK, "(<= terminal (true (f a)))", &[]);
        marks(&CHECK, "(<= terminal (true (f ( TRUE a))))", &["TRUE"]);
        marks(
            &CHECK,
            "(<= terminal (p ?x) (distinct ?x (goal a 1)))",
            &["goal"],
        );
    }
}
