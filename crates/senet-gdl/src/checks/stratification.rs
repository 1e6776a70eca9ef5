//! E017: a relation that depends on its own negation.

use super::{Check, CheckInfo, Context, Scope};
use crate::problem::Problem;
use crate::rule_dependencies::{NegativeCycle, RuleDependencies};
use crate::span::Span;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E017",
        title: "negation in a cycle",
        why: "If a relation depends on the negation of another, and that one depends on the first, then no order of evaluation exists \
              and the rules have no unique meaning.",
        bad: "(<= (open ?x) (door ?x) (not (shut ?x)))\n(<= (shut ?x) (door ?x) (not (open ?x)))\n(<= terminal (open ?x))\n(door a)",
        good: "(<= (open ?x) (door ?x) (not (true (shut ?x))))\n(<= (next (shut ?x)) (open ?x) (does robot (close ?x)))\n(<= terminal (open ?x))\n(door a)",
    },
    scope: Scope::Present,
    run: Some(run),
};

/// The maximum number of cycles traced in one sheet. Each costs a search.
const MAX_TRACED: usize = 20;
/// The maximum number of steps shown of a cycle.
const MAX_SHOWN: usize = 6;

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let cycles = negative_cycles(context);
    problems.extend(cycles.iter().map(|cycle| problem(context, cycle)));
}

/// The negated conditions that are part of a cycle.
pub(super) fn negative_cycles(context: &Context) -> Vec<NegativeCycle> {
    if context.dependencies.negative_cycles().is_empty() {
        return Vec::new();
    }
    match RuleDependencies::of(context.description, &context.dependencies) {
        Some(graph) => graph.negative_cycles(MAX_TRACED),
        None => between_relations(context),
    }
}

/// The negated conditions in cycles of relations, ignoring arguments. This is GDL's own definition. It also serves as the
/// fallback for sheets that are too large for the analysis with arguments.
pub(super) fn between_relations(context: &Context) -> Vec<NegativeCycle> {
    let cycles: FxHashSet<_> = context.dependencies.negative_cycles().into_iter().collect();
    let mut found = Vec::new();
    for (rule, content) in context
        .rules()
        .iter()
        .enumerate()
        .filter(|_| !cycles.is_empty())
    {
        let head = content.head.signature();
        for (sentence, negated) in content.body_sentences() {
            if negated && cycles.contains(&(head, sentence.signature())) {
                found.push(NegativeCycle {
                    rule,
                    place: sentence.span,
                    way_back: Vec::new(),
                });
            }
        }
    }
    found
}

fn problem(context: &Context, cycle: &NegativeCycle) -> Problem {
    let head = &context.rules()[cycle.rule].head;
    let name = |span: Span| context.quote(context.name_span(span));
    let (user, used) = (context.name(head.relation), name(cycle.place));
    let message = if cycle.way_back.is_empty() {
        format!("`{user}` depends on its own negation")
    } else {
        format!("`{user}` depends on the negation of `{used}`, which depends on `{user}`")
    };
    let help = "break the cycle: define one of them without the other, for instance from the state with `true`";
    let mut problem = Problem::new(CHECK.info.code, cycle.place, message, help);
    for &place in cycle.way_back.iter().take(MAX_SHOWN) {
        problem = problem.with(place, format!("`{}` is used here", name(place)));
    }
    problem
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_negation_inside_a_cycle() {
        marks(&CHECK, "(<= p q (not r)) (<= q q) (<= r s)", &[]);
        marks(&CHECK, "(<= p (not p))", &["p"]);
        marks(&CHECK, "(<= p q) (<= q (or r (not (p))))", &["(p)"]);
        marks(&CHECK, "(<= p (not (not p)))", &[]);
    }

    #[test]
    fn ignores_cycles_that_the_arguments_exclude() {
        marks(
            &CHECK,
            "(<= (goal a 1) p) (<= (goal a 0) (not (goal a 1)))",
            &[],
        );
        marks(
            &CHECK,
            "(<= (goal a 1) p) (<= (goal a ?x) (q ?x) (not (goal a 1)))",
            &["(goal a 1)"],
        );
    }
}
