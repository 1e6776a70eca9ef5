//! E023: `legal`, `goal` or `terminal` depends on the moves.

use super::depends_on_state::report_dependent;
use super::{Check, CheckInfo, Context, Scope};
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E023",
        title: "`legal`, `goal` or `terminal` depends on the moves",
        why: "`legal`, `goal` and `terminal` are evaluated before the roles move, so a condition on `does` never holds there. Only \
              `next` and `sees` may depend on the moves.",
        bad: "(<= terminal (does white resign))",
        good: "(<= (next resigned) (does white resign))\n(<= terminal (true resigned))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let is_head = |name| matches!(name, Symbol::LEGAL | Symbol::GOAL | Symbol::TERMINAL);
    let problem = |sentence: &crate::description::Sentence, head: &str| {
        let message = format!("`{head}` depends on the moves through this condition");
        let help = "record the move in the state with `next`, and use `true` here";
        Problem::new(CHECK.info.code, sentence.span, message, help)
    };
    report_dependent(
        context,
        is_head,
        |name| name == Symbol::DOES,
        problem,
        problems,
    );
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_state_queries_that_depend_on_does() {
        marks(
            &CHECK,
            "(<= (next p) (does a b)) (<= (sees a b) (does a b)) (<= terminal (true p))",
            &[],
        );
        marks(
            &CHECK,
            "(<= (goal ?r 0) (does ?r lose))",
            &["(does ?r lose)"],
        );
        marks(
            &CHECK,
            "(<= (legal a b) (not q)) (<= q (or r (does a c)))",
            &["q"],
        );
    }
}
