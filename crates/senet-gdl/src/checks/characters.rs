//! W111: names with unusual characters.

use super::control_characters::is_strange;
use super::{About, Check, Context, Scope, walk};
use crate::problem::Problem;
use crate::tree::Node;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W111",
        title: "unusual characters in a name",
        why: "Names of letters, digits, `_` and `-` are read by every system. Others may get lost on the wire, look like something \
              else, or be invisible.",
        bad: "(<= terminal (größer 3 2))\n(größer 3 2)",
        good: "(<= terminal (greater 3 2))\n(greater 3 2)",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let mut seen = FxHashSet::default();
    walk::nodes(context.forms, &mut |node| {
        if let Node::Word { symbol, span } = *node
            && !symbol.is_connective()
            && let Some(strange) = unusual(context.name(symbol))
            && seen.insert(symbol)
        {
            let message = format!(
                "the name contains the character `{}`",
                strange.escape_debug()
            );
            problems.push(Problem::new(
                CHECK.about.code,
                span,
                message,
                "use letters, digits, `_` and `-`",
            ));
        }
    });
}

/// The first character of a name that is unusual; a variable's `?` is not, and what belongs in no text has its own check.
fn unusual(name: &str) -> Option<char> {
    let name = name.strip_prefix('?').unwrap_or(name);
    let is_usual = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    name.chars().find(|&c| !is_usual(c) && !is_strange(c))
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn unusual_names_are_marked_once() {
        marks(&CHECK, "(<= (p_1 ?x-y) (Q -3 ?x-y))", &[]);
        marks(
            &CHECK,
            "(+ 1) (+ 2) (<= (p ?é) (q ?é)) (r a?)",
            &["+", "?é", "a?"],
        );
        marks(&CHECK, "p('White') :- q('it\\'s')", &["'it\\'s'"]);
    }
}
