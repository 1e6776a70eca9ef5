//! W117: a move is asked for that is never legal.

use super::never_set::{argument, concluded, unknown};
use super::{About, Check, Context, Scope};
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W117",
        title: "move that is never legal",
        why: "No `legal` rule ever allows such a move, so nobody makes it and the condition never holds. Nearly always its name is \
              misspelt.",
        bad: "(legal white (mark 1))\n(<= (next done) (does white (makr 1)))",
        good: "(legal white (mark 1))\n(<= (next done) (does white (mark 1)))",
    },
    scope: Scope::Absent,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let Some(legal) = concluded(context, |head| argument(head, Symbol::LEGAL, 1)) else {
        return;
    };
    let asked = |sentence| argument(sentence, Symbol::DOES, 1);
    unknown(
        context,
        &legal,
        asked,
        |name| {
            let message = format!("no rule ever makes the move `{name}` legal");
            (
                CHECK.about.code,
                message,
                "write the rule that allows it, or remove the condition",
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
    fn moves_must_be_legal_sometimes() {
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
