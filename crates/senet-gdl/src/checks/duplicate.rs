//! W114: the same rule twice.

use super::{About, Check, Context, Scope};
use crate::print::{Case, show};
use crate::problem::Problem;
use rustc_hash::FxHashMap;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W114",
        title: "rule written twice",
        why: "The second rule adds nothing. After copying and editing, it may be the place where an edit was forgotten.",
        bad: "(succ 1 2)\n(succ 1 2)",
        good: "(succ 1 2)\n(succ 2 3)",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let mut seen = FxHashMap::default();
    for rule in context.rules() {
        let text = show(rule, context.symbols(), Case::Folded).to_string();
        let first = *seen.entry(text).or_insert(rule.span);
        if first != rule.span {
            let message = "the same rule stands earlier in the sheet";
            let help = "remove it, or make the change that was meant";
            problems.push(
                Problem::new(CHECK.about.code, rule.span, message, help)
                    .with(first, "the first time"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn repetitions_are_marked() {
        marks(
            &CHECK,
            "(p a) (p b) (<= (p ?x) (q ?x)) (<= (p ?y) (q ?y))",
            &[],
        );
        marks(&CHECK, "(p a) (P  A) (p (a))", &["(P  A)", "(p (a))"]);
    }
}
