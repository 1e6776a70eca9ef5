//! W105: `or` inside `or`.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::description::Literal;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W105",
        title: "`or` inside `or`",
        why: "One `or` takes any number of branches, so the inner `or` is unnecessary. Some systems cannot read it.",
        bad: "(<= terminal (or full (or (line x) (line o))))",
        good: "(<= terminal (or full (line x) (line o)))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for rule in context.rules() {
        walk::literals(rule, &mut |literal| {
            let Literal::Or(parts, _) = literal else {
                return;
            };
            for part in parts.iter().filter(|part| matches!(part, Literal::Or(..))) {
                let help = "move the branches of the inner `or` into the outer one";
                problems.push(Problem::new(
                    CHECK.info.code,
                    part.span(),
                    "this `or` is a branch of another `or`",
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
    fn marks_inner_disjunctions() {
        marks(&CHECK, "(<= p (or a b) (or c d))", &[]);
        marks(
            &CHECK,
            "(<= p (or a (or b (or c d))))",
            &["(or b (or c d))", "(or c d)"],
        );
    }
}
