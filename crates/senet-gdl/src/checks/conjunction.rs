//! W112: `and`.

use super::{About, Check, Context, Scope, walk};
use crate::description::Literal;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W112",
        title: "`and` is not part of GDL",
        why: "Senet reads it as conjunction, as old sheets mean it; most systems take it for a relation of that name, which never holds.",
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
                let help = "write the conditions one after the other, or define a relation that stands for all of them";
                // The infix notation has no word for it: there the whole conjunction is marked.
                let name = context.name_span(*span);
                let is_word = name.of(context.text).eq_ignore_ascii_case("and");
                let span = if is_word { name } else { *span };
                problems.push(Problem::new(
                    CHECK.about.code,
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
    fn conjunctions_are_marked() {
        marks(&CHECK, "(<= p a b)", &[]);
        marks(&CHECK, "(<= p (or a (and b c)))", &["and"]);
        marks(&CHECK, "p :- a | (b & c)", &["(b & c)"]);
    }
}
