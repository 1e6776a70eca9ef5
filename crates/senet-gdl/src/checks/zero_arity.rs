//! W107: parentheses around a single word.

use super::{About, Check, Context, Scope, walk};
use crate::problem::Problem;
use crate::tree::Node;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W107",
        title: "parentheses around a single word",
        why: "Senet takes `(p)` and `p` for the same; other systems take them for different things, so that a condition written \
              one way does not find a conclusion written the other way.",
        bad: "(<= (terminal) (true done))",
        good: "(<= terminal (true done))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    walk::nodes(context.forms, &mut |node| {
        if let Node::List { items, span } = node
            && let [Node::Word { symbol, .. }] = items[..]
            && !symbol.is_connective()
        {
            let name = context.name(symbol);
            let message = format!("`{name}` has parentheses but no arguments");
            problems.push(Problem::new(
                CHECK.about.code,
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
    fn single_words_need_no_parentheses() {
        marks(&CHECK, "(<= p (or) q (r a))", &[]);
        marks(&CHECK, "(<= (p) (q (a)))", &["(p)", "(a)"]);
    }
}
