//! W105: `or` inside `or`.

use super::{About, Check, Context, Scope, walk};
use crate::description::Literal;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W105",
        title: "`or` inside `or`",
        why: "One `or` takes any number of branches, so the inner one is superfluous; some systems do not read it.",
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
                let help = "write the branches of the inner `or` directly into the outer one";
                problems.push(Problem::new(
                    CHECK.about.code,
                    part.span(),
                    "an `or` stands directly in an `or`",
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
    fn inner_disjunctions_are_marked() {
        marks(&CHECK, "(<= p (or a b) (or c d))", &[]);
        marks(
            &CHECK,
            "(<= p (or a (or b (or c d))))",
            &["(or b (or c d))", "(or c d)"],
        );
    }
}
