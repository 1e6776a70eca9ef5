//! W112: the connective `and`.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::description::Literal;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W112",
        title: "`and` is not part of GDL",
        why: "Senet reads `and` as conjunction, as old sheets intend. Most other systems read it as a relation that never holds.",
        bad: "(<= terminal (or full (and (line x) (line o))))",
        good: "(<= terminal (or full both))\n(<= both (line x) (line o))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for rule in context.rules() {
        walk::literals(rule, &mut |literal| {
            if let Literal::And(_, span) = literal {
                let help = "list the conditions without `and`, or define a helper relation for the conjunction";
                // Infix notation has no word `and`, so the check marks the whole conjunction.
                let name = context.name_span(*span);
                let is_word = name.of(context.text).eq_ignore_ascii_case("and");
                let span = if is_word { name } else { *span };
                problems.push(Problem::new(
                    CHECK.info.code,
                    span,
                    "`and` is not part of GDL",
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
    fn marks_and_in_both_notations() {
        marks(&CHECK, "(<= p a b)", &[]);
        marks(&CHECK, "(<= p (or a (and b c)))", &["and"]);
        marks(&CHECK, "p :- a | (b & c)", &["(b & c)"]);
    }
}
