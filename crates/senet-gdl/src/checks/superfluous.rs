//! W113: more arguments than `not` and `distinct` take.

use super::{About, Check, Context, Scope, walk};
use crate::problem::Problem;
use crate::symbol::Symbol;
use crate::tree::Node;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W113",
        title: "superfluous arguments",
        why: "`not` takes one sentence and `distinct` two terms. What follows is ignored, here and elsewhere, so the rule says less \
              than it seems to.",
        bad: "(<= terminal (not open locked))",
        good: "(<= terminal (not open) (not locked))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    walk::nodes(context.forms, &mut |node| {
        let Node::List { .. } = node else { return };
        let (name, count, help) = match node.head() {
            Some(Symbol::NOT) => ("not", 1, "write one `not` for each sentence"),
            Some(Symbol::DISTINCT) => {
                ("distinct", 2, "write one `distinct` for each pair of terms")
            }
            _ => return,
        };
        let surplus = node.rest().get(count..).unwrap_or_default();
        if let [first, .., last] | [first @ last] = surplus {
            let message = format!(
                "`{name}` ignores what follows its {}",
                if count == 1 { "sentence" } else { "two terms" }
            );
            problems.push(Problem::new(
                CHECK.about.code,
                first.span().to(last.span()),
                message,
                help,
            ));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn surplus_is_marked() {
        marks(&CHECK, "(<= p (not a) (distinct ?x ?y))", &[]);
        marks(
            &CHECK,
            "(<= p (not a b (c)) (distinct x y z))",
            &["b (c)", "z"],
        );
    }
}
