//! E021: a condition on a relation that rules may only conclude.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::description::Sentence;
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E021",
        title: "conclusion used as a condition",
        why: "Rules conclude `init`, `next`, `base`, `input` and `sees`; they must not use them as conditions. Systems disagree on the \
              meaning of such a condition. Usually the author meant `true`.",
        bad: "(<= (legal white (mark ?x)) (init (cell ?x blank)))",
        good: "(<= (legal white (mark ?x)) (true (cell ?x blank)))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for rule in context.rules() {
        walk::body_sentences(rule, &mut |sentence| {
            if is_output(context, sentence) {
                let name = context.symbols().key(sentence.relation);
                let message = format!("`{name}` is used as a condition");
                let span = context.name_span(sentence.span);
                problems.push(Problem::new(
                    CHECK.info.code,
                    span,
                    message,
                    help(sentence.relation),
                ));
            }
        });
    }
}

/// Returns whether the relation is an output of the rules. Other checks report a keyword with another number of arguments.
fn is_output(context: &Context, sentence: &Sentence) -> bool {
    let relation = sentence.relation;
    let is_output = matches!(
        relation,
        Symbol::INIT | Symbol::NEXT | Symbol::BASE | Symbol::INPUT | Symbol::SEES
    ) || Some(relation) == context.percept;
    is_output && context.keyword_arity(relation) == Some(sentence.args.len())
}

fn help(relation: Symbol) -> &'static str {
    match relation {
        Symbol::INIT | Symbol::NEXT => {
            "use `true` for the current state, or define a helper relation that both rules use"
        }
        Symbol::BASE | Symbol::INPUT => "define a helper relation and conclude both from it",
        _ => "use the conditions of the percept itself; no rule can use a percept as a condition",
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_output_relations_in_bodies() {
        marks(
            &CHECK,
            "(<= (next p) (true p) (legal a b) (goal a 1) terminal (role a))",
            &[],
        );
        marks(
            &CHECK,
            "(<= p (next a) (not (init b)) (or (base c) (input d e)) (sees a b))",
            &["next", "init", "base", "input", "sees"],
        );
        marks(&CHECK, "(<= p (percept a b))", &[]);
        marks(&CHECK, "(sees a b) (<= p (percept a b))", &["percept"]);
    }
}
