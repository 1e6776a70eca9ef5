//! E021: a relation as a condition that only makes sense as a conclusion.

use super::{About, Check, Context, Scope, walk};
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E021",
        title: "conclusion used as a condition",
        why: "`init`, `next`, `base`, `input` and `sees` are answers that the rules give, each at its own time; a rule that asks \
              for them is understood differently by different systems. Usually `true` was meant.",
        bad: "(<= (legal white (mark ?x)) (init (cell ?x blank)))",
        good: "(<= (legal white (mark ?x)) (true (cell ?x blank)))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for rule in context.rules() {
        walk::body_sentences(rule, &mut |sentence| {
            if is_answer(context, sentence.relation) {
                let name = context.symbols().key(sentence.relation);
                let message = format!("`{name}` is used as a condition");
                let span = context.name_span(sentence.span);
                problems.push(Problem::new(
                    CHECK.about.code,
                    span,
                    message,
                    help(sentence.relation),
                ));
            }
        });
    }
}

fn is_answer(context: &Context, relation: Symbol) -> bool {
    matches!(
        relation,
        Symbol::INIT | Symbol::NEXT | Symbol::BASE | Symbol::INPUT | Symbol::SEES
    ) || Some(relation) == context.percept
}

fn help(relation: Symbol) -> &'static str {
    match relation {
        Symbol::INIT | Symbol::NEXT => {
            "ask for the current state with `true`, or share a relation of your own between the rules"
        }
        Symbol::BASE | Symbol::INPUT => "conclude this and the head from a relation of your own",
        _ => "conclude what a role perceives; other rules cannot ask for it",
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn answers_are_no_conditions() {
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
