//! W103: a name that is a relation in one place and a function in another.

use super::{About, Check, Context, Scope, walk};
use crate::description::Term;
use crate::problem::Problem;
use crate::span::Span;
use crate::symbol::Symbol;
use rustc_hash::FxHashMap;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W103",
        title: "name is both relation and function",
        why: "Usually a `true` was forgotten: `(cell 1 x)` is a relation that rules define, `(true (cell 1 x))` a fact of the state, \
              and the two have nothing to do with each other.",
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
            // Removing the name reports it once.
            if let Some(place) = functions.remove(&sentence.relation) {
                let name = context.name(sentence.relation);
                let message = format!("`{name}` is a relation here and a function elsewhere");
                let help = format!(
                    "if a fact of the state is meant, write `(true ({name} …))`; otherwise use two names"
                );
                let span = context.name_span(sentence.span);
                problems.push(
                    Problem::new(CHECK.about.code, span, message, help)
                        .with(place, "a function here"),
                );
            }
        });
    }
}

/// The names of functions with their first places.
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
    fn a_name_is_one_or_the_other() {
        marks(&CHECK, "(p a) (q (f a)) (r p)", &[]);
        marks(
            &CHECK,
            "(init (cell 1)) (<= terminal ( cell 1) (cell 2))",
            &["cell"],
        );
    }
}
