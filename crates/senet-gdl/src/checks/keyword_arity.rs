//! E011: a keyword with the wrong number of arguments.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::keyword_named_relations::keyword_named_relations;
use crate::problem::Problem;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E011",
        title: "keyword with the wrong number of arguments",
        why: "`role`, `init`, `true`, `next` and `base` take one argument, `legal`, `does`, `goal`, `input` and `sees` take two, \
              `terminal` takes none. A sentence with another number has no effect.",
        bad: "(<= (next cell 1 x) (does white (mark 1)))",
        good: "(<= (next (cell 1 x)) (does white (mark 1)))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    // W123 reports these.
    let own_relations = keyword_named_relations(context.description);
    for rule in context.rules() {
        walk::sentences(rule, &mut |sentence| {
            let Some(arity) = context.keyword_arity(sentence.relation) else {
                return;
            };
            if arity != sentence.args.len() && !own_relations.contains(&sentence.signature()) {
                let name = context.symbols().key(sentence.relation);
                let message = format!(
                    "`{name}` takes {}, not {}",
                    arguments(arity),
                    sentence.args.len()
                );
                problems.push(Problem::new(
                    CHECK.info.code,
                    sentence.span,
                    message,
                    help(name, arity),
                ));
            }
        });
    }
}

fn arguments(arity: usize) -> &'static str {
    match arity {
        0 => "no argument",
        1 => "one argument",
        _ => "two arguments",
    }
}

fn help(name: &str, arity: usize) -> String {
    match arity {
        0 => format!("write just `{name}`"),
        1 => {
            format!("write `({name} term)`, with parentheses around a term that has several parts")
        }
        _ => format!(
            "write `({name} role term)`, with parentheses around a term that has several parts"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_wrong_arity_in_facts_heads_and_bodies() {
        marks(
            &CHECK,
            "(role a) (<= (next p) (true q) (not (does a b))) terminal (terminal)",
            &[],
        );
        marks(&CHECK, "(role a b)", &["(role a b)"]);
        marks(
            &CHECK,
            "(<= (terminal x) (or (true a b) p))",
            &["(terminal x)", "(true a b)"],
        );
    }

    #[test]
    fn treats_percept_as_keyword_only_with_sees() {
        marks(&CHECK, "(percept a)", &[]);
        marks(&CHECK, "(percept a) (sees r p)", &["(percept a)"]);
    }
}
