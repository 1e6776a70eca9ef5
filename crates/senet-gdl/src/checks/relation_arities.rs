//! W101: a relation with inconsistent arity.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::description::Sentence;
use crate::problem::Problem;
use crate::span::Span;
use crate::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W101",
        title: "relation with inconsistent arity",
        why: "GDL forbids it. Senet treats sentences with different numbers of arguments as different relations, so a condition with a \
              missing argument never holds.",
        bad: "(succ 1 2)\n(<= terminal (succ 2))",
        good: "(succ 1 2)\n(<= terminal (succ 1 2))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let mut arities = Arities::default();
    for rule in context.rules() {
        walk::sentences(rule, &mut |sentence: &Sentence| {
            let (name, arity) = (sentence.relation, sentence.args.len());
            if context.is_keyword(name) {
                return;
            }
            if let Some((before, place)) = arities.record(name, arity, sentence.span) {
                let name = context.name(name);
                let message = format!(
                    "the relation `{name}` has {} here, but {before} elsewhere",
                    counted(arity)
                );
                let help = "give it the same number of arguments everywhere, or use two names";
                problems.push(
                    Problem::new(CHECK.info.code, sentence.span, message, help)
                        .with(place, counted(before)),
                );
            }
        });
    }
}

/// Formats a number of arguments: `1 argument`, `2 arguments`.
pub(super) fn counted(arity: usize) -> String {
    format!("{arity} argument{}", if arity == 1 { "" } else { "s" })
}

/// The arities seen so far of each name.
#[derive(Default)]
pub(super) struct Arities {
    first: FxHashMap<Symbol, (usize, Span)>,
    others: FxHashSet<(Symbol, usize)>,
}

impl Arities {
    /// Records an occurrence. Returns the first arity and its place if this arity is new and different.
    pub fn record(&mut self, name: Symbol, arity: usize, span: Span) -> Option<(usize, Span)> {
        let first = *self.first.entry(name).or_insert((arity, span));
        (first.0 != arity && self.others.insert((name, arity))).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_relations_with_a_second_arity() {
        marks(&CHECK, "(p a) (<= q (p ?x) (not (p b)) (r (p a b)))", &[]);
        marks(
            &CHECK,
            "(p a) (<= q (or (p a b) p)) (p c d)",
            &["(p a b)", "p"],
        );
        marks(&CHECK, "(terminal x) terminal", &[]);
    }
}
