//! W113: extra arguments of `not` or `distinct`.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::problem::Problem;
use crate::symbol::Symbol;
use crate::tree::SyntaxNode;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W113",
        title: "extra arguments of `not` or `distinct`",
        why: "`not` takes one sentence and `distinct` two terms. Senet and other systems ignore further arguments, so the rule has \
              fewer conditions than it seems.",
        bad: "(<= terminal (not open locked))",
        good: "(<= terminal (not open) (not locked))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    walk::nodes(context.forms, &mut |node| {
        let SyntaxNode::List { .. } = node else {
            return;
        };
        let (name, count, help) = match node.head() {
            Some(Symbol::NOT) => ("not", 1, "write one `not` for each sentence"),
            Some(Symbol::DISTINCT) => {
                ("distinct", 2, "write one `distinct` for each pair of terms")
            }
            _ => return,
        };
        let extra = node.rest().get(count..).unwrap_or_default();
        if let [first, .., last] | [first @ last] = extra {
            let message = format!(
                "`{name}` ignores everything after its {}",
                if count == 1 { "sentence" } else { "two terms" }
            );
            problems.push(Problem::new(
                CHECK.info.code,
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
    fn marks_extra_arguments() {
        marks(&CHECK, "(<= p (not a) (distinct ?x ?y))", &[]);
        marks(
            &CHECK,
            "(<= p (not a b (c)) (distinct x y z))",
            &["b (c)", "z"],
        );
    }
}
