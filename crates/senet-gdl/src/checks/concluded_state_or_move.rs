//! E020: a rule that concludes `true` or `does`.

use super::{Check, CheckInfo, Context, Scope};
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E020",
        title: "`true` or `does` concluded",
        why: "`true` is the state of the match and `does` the moves of the players. Rules use both as conditions and cannot conclude \
              them.",
        bad: "(<= (true (counter 1)) (does white start))",
        good: "(<= (next (counter 1)) (does white start))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for head in context.rules().iter().map(|rule| &rule.head) {
        let (name, help) = match head.relation {
            Symbol::TRUE => (
                "true",
                "conclude `init` for the initial state and `next` for later states",
            ),
            Symbol::DOES => ("does", "conclude `legal` to allow the move"),
            _ => continue,
        };
        let message = format!("a rule cannot conclude `{name}`");
        problems.push(Problem::new(
            CHECK.info.code,
            context.name_span(head.span),
            message,
            help,
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_heads_with_true_or_does() {
        marks(&CHECK, "(<= (next p) (true p) (does a b))", &[]);
        marks(
            &CHECK,
            "(true p) (<= (does ?r noop) (role ?r))",
            &["true", "does"],
        );
    }
}
