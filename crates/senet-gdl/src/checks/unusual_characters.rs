//! W111: names with unusual characters.

use super::control_characters::is_control_character;
use super::{Check, CheckInfo, Context, Scope, walk};
use crate::problem::Problem;
use crate::tree::SyntaxNode;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W111",
        title: "unusual characters in a name",
        why: "Every system can read names made of letters, digits, `_` and `-`. Other characters may get lost in transmission, look \
              like another character, or be invisible.",
        bad: "(<= terminal (größer 3 2))\n(größer 3 2)",
        good: "(<= terminal (greater 3 2))\n(greater 3 2)",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let mut seen = FxHashSet::default();
    walk::nodes(context.forms, &mut |node| {
        if let SyntaxNode::Word { symbol, span } = *node
            && !symbol.is_connective()
            && let Some(character) = unusual(context.symbols().spelling(symbol))
            && seen.insert(symbol)
        {
            let message = format!(
                "the name contains the character `{}`",
                character.escape_debug()
            );
            problems.push(Problem::new(
                CHECK.info.code,
                span,
                message,
                "use letters, digits, `_` and `-`",
            ));
        }
    });
}

/// The first unusual character of a name. The `?` of a variable is allowed; control characters have their own check.
fn unusual(name: &str) -> Option<char> {
    let name = name.strip_prefix('?').unwrap_or(name);
    let is_usual = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    name.chars()
        .find(|&c| !is_usual(c) && !is_control_character(c))
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_each_unusual_name_once() {
        marks(&CHECK, "(<= (p_1 ?x-y) (Q -3 ?x-y))", &[]);
        marks(
            &CHECK,
            "(+ 1) (+ 2) (<= (p ?é) (q ?é)) (r a?)",
            &["+", "?é", "a?"],
        );
        marks(&CHECK, "p('White') :- q('it\\'s')", &["'it\\'s'"]);
    }
}
