//! W117: a condition on a move that is never legal.

use super::never_in_state::{argument, concluded_names, report_unknown_names};
use super::{Check, CheckInfo, Context, Scope};
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W117",
        title: "move that is never legal",
        why: "No `legal` rule allows such a move, so the condition never holds. Usually the name is misspelt.",
        bad: "(legal white (mark 1))\n(<= (next done) (does white (makr 1)))",
        good: "(legal white (mark 1))\n(<= (next done) (does white (mark 1)))",
    },
    scope: Scope::Absent,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let Some(legal) = concluded_names(context, |head| argument(head, Symbol::LEGAL, 1)) else {
        return;
    };
    let used = |sentence| argument(sentence, Symbol::DOES, 1);
    report_unknown_names(
        context,
        &legal,
        used,
        |name| {
            let message = format!("no `legal` rule allows the move `{name}`");
            (
                CHECK.info.code,
                message,
                "add a `legal` rule for it, or remove the condition",
            )
        },
        problems,
    );
}

#[cfg(test)]
mod tests {
    use super::super::testing::{helps, marks};
    use super::CHECK;

    #[test]
    fn marks_moves_that_no_legal_rule_allows() {
        marks(
            &CHECK,
            "(legal a (m 1)) (legal a noop) (<= (next p) (does a (m 2)) (not (does ?r noop)))",
            &[],
        );
        marks(
            &CHECK,
            "(legal a m) (<= (next p) (does a n)) (<= (next q) (does b n))",
            &["n"],
        );
        marks(
            &CHECK,
            "(<= (legal a ?m) (can ?m)) (<= (next p) (does a n))",
            &[],
        );
        helps(
            &CHECK,
            "(legal a noop) (<= (next p) (does a nop))",
            "did you mean `noop`?",
        );
    }
}
