//! E023: what holds in a state depends on the moves made in it.

use super::timeless::dependent;
use super::{About, Check, Context, Scope};
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E023",
        title: "`legal`, `goal` or `terminal` depends on the moves",
        why: "Whether a match is over, what it is worth and what is legal is asked of a state before anyone has moved in it, so \
              a condition on `does` never holds there. Only `next` and `sees` may depend on the moves.",
        bad: "(<= terminal (does white resign))",
        good: "(<= (next resigned) (does white resign))\n(<= terminal (true resigned))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let is_head = |name| matches!(name, Symbol::LEGAL | Symbol::GOAL | Symbol::TERMINAL);
    let problem = |sentence: &crate::description::Sentence, head: &str| {
        let message = format!("`{head}` depends on the moves by way of this condition");
        let help = "let `next` record what was done, and ask for that with `true`";
        Problem::new(CHECK.about.code, sentence.span, message, help)
    };
    dependent(
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
    fn states_know_no_moves() {
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
