//! W114: the same rule twice.

use super::{Check, CheckInfo, Context, Scope};
use crate::print::{LetterCase, show};
use crate::problem::Problem;
use rustc_hash::FxHashMap;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W114",
        title: "duplicate rule",
        why: "The second rule has no effect. Perhaps it is a copy that the author forgot to edit.",
        bad: "(succ 1 2)\n(succ 1 2)",
        good: "(succ 1 2)\n(succ 2 3)",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let mut seen = FxHashMap::default();
    for rule in context.rules() {
        let text = show(rule, context.symbols(), LetterCase::Folded).to_string();
        let first = *seen.entry(text).or_insert(rule.span);
        if first != rule.span {
            let message = "the sheet already contains this rule";
            let help = "remove it, or make the intended change";
            problems.push(
                Problem::new(CHECK.info.code, rule.span, message, help)
                    .with(first, "first occurrence"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_repeated_rules() {
        marks(
            &CHECK,
            "(p a) (p b) (<= (p ?x) (q ?x)) (<= (p ?y) (q ?y))",
            &[],
        );
        marks(&CHECK, "(p a) (P  A) (p (a))", &["(P  A)", "(p (a))"]);
    }
}
