//! W102: a function with inconsistent arity.

use super::relation_arities::{Arities, counted};
use super::{Check, CheckInfo, Context, Scope, walk};
use crate::description::Term;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W102",
        title: "function with inconsistent arity",
        why: "GDL forbids it. Terms with different numbers of arguments are never equal, so a condition with the wrong number never \
              matches the fact or move that it means.",
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
            if let Some((before, place)) = arities.record(*name, args.len(), *span) {
                let name = context.name(*name);
                let message = format!(
                    "the function `{name}` has {} here, but {before} elsewhere",
                    counted(args.len())
                );
                let help = "give it the same number of arguments everywhere, or use two names";
                problems.push(
                    Problem::new(CHECK.info.code, *span, message, help)
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
    fn marks_functions_with_a_second_arity() {
        marks(&CHECK, "(p (f a)) (<= q (p (f ?x)) (f a b) (p f))", &[]);
        marks(&CHECK, "(p (f a)) (<= q (p (g (f a b))))", &["(f a b)"]);
    }
}
