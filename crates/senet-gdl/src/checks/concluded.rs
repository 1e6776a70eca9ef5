//! E020: a rule that concludes the state or the moves.

use super::{About, Check, Context, Scope};
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E020",
        title: "`true` or `does` concluded",
        why: "What is `true` is the state of the match, and what each role `does` is its choice; the rules ask for both and can \
              conclude neither.",
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
                "conclude `init` for the first state, `next` for the following ones",
            ),
            Symbol::DOES => ("does", "conclude `legal` to allow the move"),
            _ => continue,
        };
        let message = format!("`{name}` cannot be concluded");
        problems.push(Problem::new(
            CHECK.about.code,
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
    fn state_and_moves_are_given() {
        marks(&CHECK, "(<= (next p) (true p) (does a b))", &[]);
        marks(
            &CHECK,
            "(true p) (<= (does ?r noop) (role ?r))",
            &["true", "does"],
        );
    }
}
