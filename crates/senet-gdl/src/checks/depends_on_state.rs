//! E022: `init`, `base` or `input` depends on the state or the moves.

use super::dependents::Dependents;
use super::{Check, CheckInfo, Context, Scope};
use crate::description::Sentence;
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E022",
        title: "`init`, `base` or `input` depends on the state",
        why: "`init`, `base` and `input` are evaluated before the match starts. There is no state and no move yet, so a condition on \
              `true` or `does` never holds there.",
        bad: "(<= (init (cell ?x blank)) (true (index ?x)))",
        good: "(<= (init (cell ?x blank)) (index ?x))\n(index 1)",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let is_static = |name| {
        matches!(name, Symbol::INIT | Symbol::BASE | Symbol::INPUT) || Some(name) == context.percept
    };
    let is_target = |name| matches!(name, Symbol::TRUE | Symbol::DOES);
    report_dependent(
        context,
        is_static,
        is_target,
        |sentence, head| {
            let message =
                format!("`{head}` depends on the state or the moves through this condition");
            let help = format!(
                "`{head}` is evaluated before the match starts: use relations that do not change"
            );
            Problem::new(CHECK.info.code, sentence.span, message, help)
        },
        problems,
    );
}

/// Reports every condition of the chosen heads that depends on a target, with the chain that leads to it.
pub(super) fn report_dependent(
    context: &Context,
    is_head: impl Fn(Symbol) -> bool,
    is_target: impl Fn(Symbol) -> bool,
    problem: impl Fn(&Sentence, &str) -> Problem,
    problems: &mut Vec<Problem>,
) {
    let dependents = Dependents::of(context.rules(), &is_target);
    for rule in context
        .rules()
        .iter()
        .filter(|rule| is_head(rule.head.relation))
    {
        for (sentence, _) in rule.body_sentences() {
            if is_target(sentence.relation) || dependents.depends(sentence) {
                let mut found = problem(sentence, context.symbols().key(rule.head.relation));
                for (relation, span) in dependents.chain(sentence, &is_target) {
                    found = found.with(
                        span,
                        format!("`{}` depends on this condition", context.name(relation.0)),
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
    fn marks_static_relations_that_depend_on_the_state() {
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
