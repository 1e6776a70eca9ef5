//! W102: a function with two numbers of arguments.

use super::relation_arities::{Arities, counted};
use super::{About, Check, Context, Scope, walk};
use crate::description::Term;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W102",
        title: "function with two numbers of arguments",
        why: "Terms with different numbers of arguments are never equal, so a fact or move that is concluded with one number and \
              asked for with another is never found. The language itself forbids it.",
        bad: "(init (cell 1 1 blank))\n(<= terminal (true (cell 1 blank)))",
        good: "(init (cell 1 1 blank))\n(<= terminal (true (cell 1 1 blank)))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let mut arities = Arities::default();
    for rule in context.rules() {
        walk::terms(rule, &mut |term| {
            let Term::Function(name, args, span) = term else {
                return;
            };
            if let Some((before, place)) = arities.meet(*name, args.len(), *span) {
                let name = context.name(*name);
                let message = format!(
                    "the function `{name}` has {} here, but {before} elsewhere",
                    counted(args.len())
                );
                let help = "give it the same number of arguments everywhere, or use two names";
                problems.push(
                    Problem::new(CHECK.about.code, *span, message, help)
                        .with(place, counted(before)),
                );
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn functions_keep_their_number_of_arguments() {
        marks(&CHECK, "(p (f a)) (<= q (p (f ?x)) (f a b) (p f))", &[]);
        marks(&CHECK, "(p (f a)) (<= q (p (g (f a b))))", &["(f a b)"]);
    }
}
