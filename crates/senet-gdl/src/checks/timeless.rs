//! E022: what holds before the match depends on the match.

use super::reach::Reach;
use super::{About, Check, Context, Scope};
use crate::description::Sentence;
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E022",
        title: "start or domain depends on the state",
        why: "`init`, `base` and `input` are asked before there is a state or a move, so a condition on `true` or `does` in them, or \
              in a relation they use, never holds there.",
        bad: "(<= (init (cell ?x blank)) (true (index ?x)))",
        good: "(<= (init (cell ?x blank)) (index ?x))\n(index 1)",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let is_timeless = |name| {
        matches!(name, Symbol::INIT | Symbol::BASE | Symbol::INPUT) || Some(name) == context.percept
    };
    let is_target = |name| matches!(name, Symbol::TRUE | Symbol::DOES);
    dependent(
        context,
        is_timeless,
        is_target,
        |sentence, head| {
            let message =
                format!("`{head}` depends on the state or the moves by way of this condition");
            let help = format!(
                "`{head}` is asked before the match starts: use relations that do not change"
            );
            problems_at(sentence, message, help)
        },
        problems,
    );
}

fn problems_at(sentence: &Sentence, message: String, help: String) -> Problem {
    Problem::new(CHECK.about.code, sentence.span, message, help)
}

/// Reports every condition of the chosen heads that is or depends on a target, with the chain that leads there.
pub(super) fn dependent(
    context: &Context,
    is_head: impl Fn(Symbol) -> bool,
    is_target: impl Fn(Symbol) -> bool,
    problem: impl Fn(&Sentence, &str) -> Problem,
    problems: &mut Vec<Problem>,
) {
    let reach = Reach::of(context.rules(), &is_target);
    for rule in context
        .rules()
        .iter()
        .filter(|rule| is_head(rule.head.relation))
    {
        for (sentence, _) in rule.body_sentences() {
            if is_target(sentence.relation) || reach.depends(sentence) {
                let mut found = problem(sentence, context.symbols().key(rule.head.relation));
                for (relation, span) in reach.chain(sentence, &is_target) {
                    found = found.with(
                        span,
                        format!("`{}` depends on this", context.name(relation.0)),
                    );
                }
                problems.push(found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn the_start_knows_no_state() {
        marks(&CHECK, "(<= (init p) q) q (<= (next p) (true p))", &[]);
        marks(&CHECK, "(<= (init p) q (true r))", &["(true r)"]);
        marks(
            &CHECK,
            "(<= (base (f ?x)) (q ?x)) (<= (q ?x) (r ?x)) (<= (r ?x) (does ?x b))",
            &["(q ?x)"],
        );
        marks(
            &CHECK,
            "(sees a b) (<= (percept a b) (true c))",
            &["(true c)"],
        );
    }
}
