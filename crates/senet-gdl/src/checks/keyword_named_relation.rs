//! W123: a relation with the name of a keyword.

use super::{Check, CheckInfo, Context, Scope};
use crate::keyword_named_relations::keyword_named_relations;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W123",
        title: "relation with the name of a keyword",
        why: "With another number of arguments the name cannot be the keyword. Rules conclude the relation and use it, so the meaning \
              is clear. Senet plays such rules, so this is a warning. Other systems reject or misread them.",
        bad: "(next 1 2)\n(<= (next (step ?y)) (true (step ?x)) (next ?x ?y))",
        good: "(succ 1 2)\n(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for relation in keyword_named_relations(context.description) {
        let mut rules = context.rules().iter();
        let Some(rule) = rules.find(|rule| rule.head.signature() == relation) else {
            continue;
        };
        let name = context.symbols().key(relation.0);
        let message = format!(
            "the relation `{name}` with {} arguments has the name of a keyword",
            relation.1
        );
        let span = context.name_span(rule.head.span);
        let help = "give the relation another name";
        problems.push(Problem::new(CHECK.info.code, span, message, help));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_concluded_and_used_relations_once() {
        marks(
            &CHECK,
            "(next 1 2) (next 2 3) (<= (p ?x) (next ?x ?y))",
            &["next"],
        );
        marks(&CHECK, "(next 1 2) (<= p (next a))", &[]);
        marks(&CHECK, "(<= p (true a b))", &[]);
    }
}
