//! E016: a variable that no positive condition binds.

use super::fact_variable::is_plain_fact;
use super::suggestions::Suggester;
use super::{Check, CheckInfo, Context, Scope};
use crate::description::Rule;
use crate::problem::Problem;
use crate::safety::{UnsafePlace, unsafe_uses};
use crate::span::Span;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E016",
        title: "unsafe variable",
        why: "A variable in the head, under `not` or in `distinct` must also occur in a positive condition, which restricts its values \
              to a finite set. An `or` binds a variable only if all its branches bind it.",
        bad: "(<= (legal ?player noop) (not (true (control ?player))))",
        good: "(<= (legal ?player noop) (role ?player) (not (true (control ?player))))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for rule in context.rules().iter().filter(|rule| !is_plain_fact(rule)) {
        let mut seen = FxHashSet::default();
        for (variable, span, place) in unsafe_uses(rule) {
            if seen.insert((variable, place)) {
                problems.push(problem(context, rule, (variable, span, place)));
            }
        }
    }
}

fn problem(
    context: &Context,
    rule: &Rule,
    (variable, span, place): (Symbol, Span, UnsafePlace),
) -> Problem {
    let name = context.name(variable);
    let place = match place {
        UnsafePlace::Head => "in the head",
        UnsafePlace::Negation => "under `not`",
        UnsafePlace::Distinct => "in `distinct`",
    };
    let message =
        format!("`{name}` is used {place}, but no positive condition of the rule binds it");
    let help = Suggester::new(positive_variables(context, rule)).help(
        &name,
        "add a positive condition that says which values it may take",
    );
    Problem::new(CHECK.info.code, span, message, help)
}

/// The bound variables that the author may have meant; at most 100, so that huge rules stay cheap.
fn positive_variables<'a>(context: &Context<'a>, rule: &Rule) -> Vec<&'a str> {
    let sentences = rule.body_sentences().into_iter().take(100);
    let positive = sentences.filter(|(_, negated)| !negated);
    let variables = positive.flat_map(|(sentence, _)| sentence.variables());
    variables
        .map(|(variable, _)| context.symbols().spelling(variable))
        .take(100)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_each_unbound_variable() {
        marks(
            &CHECK,
            "(<= (p ?x) (q ?x) (not (r ?x)) (distinct ?x a))",
            &[],
        );
        marks(&CHECK, "(<= (p ?x ?x) (not (q ?y)))", &["?x", "?y"]);
        marks(&CHECK, "(<= (p ?x) (or (q ?x) r))", &["?x"]);
        marks(&CHECK, "(<= (p ?x))", &["?x"]);
        marks(&CHECK, "(<= p (not (not (distinct ?x a))))", &["?x"]);
    }

    #[test]
    fn ignores_plain_facts() {
        marks(&CHECK, "(p ?x)", &[]);
    }
}
