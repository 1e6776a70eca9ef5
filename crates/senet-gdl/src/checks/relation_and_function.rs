//! W103: a name used as a relation and as a function.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::description::Term;
use crate::problem::Problem;
use crate::span::Span;
use crate::symbol::Symbol;
use rustc_hash::FxHashMap;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W103",
        title: "name used as relation and as function",
        why: "Usually a `true` is missing: `(cell 1 x)` is a relation that rules define, `(true (cell 1 x))` is a fluent of the state. \
              The two are unrelated.",
        bad: "(init (cell 1 x))\n(<= terminal (cell 1 x))",
        good: "(init (cell 1 x))\n(<= terminal (true (cell 1 x)))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let mut functions = functions(context);
    for rule in context.rules() {
        walk::sentences(rule, &mut |sentence| {
            if context.is_keyword(sentence.relation) {
                return;
            }
            // Removing the name makes sure that it is reported once.
            if let Some(place) = functions.remove(&sentence.relation) {
                let name = context.name(sentence.relation);
                let message = format!("`{name}` is a relation here and a function elsewhere");
                let help = format!(
                    "write `(true ({name} …))` for a fluent of the state; otherwise use two names"
                );
                let span = context.name_span(sentence.span);
                problems.push(
                    Problem::new(CHECK.info.code, span, message, help)
                        .with(place, "used as a function here"),
                );
            }
        });
    }
}

/// The names of all functions, each with its first place.
fn functions(context: &Context) -> FxHashMap<Symbol, Span> {
    let mut found = FxHashMap::default();
    for rule in context.rules() {
        walk::terms(rule, &mut |term| {
            if let Term::Function(name, _, span) = term {
                found
                    .entry(*name)
                    .or_insert_with(|| context.name_span(*span));
            }
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_names_used_as_relation_and_function() {
        marks(&CHECK, "(p a) (q (f a)) (r p)", &[]);
        marks(
            &CHECK,
            "(init (cell 1)) (<= terminal ( cell 1) (cell 2))",
            &["cell"],
        );
    }
}
