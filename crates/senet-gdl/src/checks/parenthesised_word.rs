//! W107: parentheses around a single word.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::problem::Problem;
use crate::tree::SyntaxNode;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W107",
        title: "parentheses around a single word",
        why: "Senet treats `(p)` and `p` as the same. Other systems treat them as different, so a condition `(p)` does not match the \
              conclusion `p`.",
        bad: "(<= (terminal) (true done))",
        good: "(<= terminal (true done))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    walk::nodes(context.forms, &mut |node| {
        if let SyntaxNode::List { items, span } = node
            && let [SyntaxNode::Word { symbol, .. }] = items[..]
            && !symbol.is_connective()
        {
            let name = context.name(symbol);
            let message = format!("`{name}` has parentheses but no arguments");
            problems.push(Problem::new(
                CHECK.info.code,
                *span,
                message,
                format!("write just `{name}`"),
            ));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_parentheses_around_single_words() {
        marks(&CHECK, "(<= p (or) q (r a))", &[]);
        marks(&CHECK, "(<= (p) (q (a)))", &["(p)", "(a)"]);
    }
}
