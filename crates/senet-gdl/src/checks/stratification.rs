//! E017: a relation defined by its own absence.

use super::{About, Check, Context, Scope};
use crate::problem::Problem;
use crate::rule_graph::{NegativeCycle, RuleGraph};
use crate::span::Span;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E017",
        title: "negation in a cycle",
        why: "If something holds because something else does not, and that is defined by means of the first, then there is no \
              order in which the two could be computed, and no single meaning.",
        bad: "(<= (open ?x) (door ?x) (not (shut ?x)))\n(<= (shut ?x) (door ?x) (not (open ?x)))\n(door a)",
        good: "(<= (open ?x) (door ?x) (not (true (shut ?x))))\n(<= (next (shut ?x)) (open ?x) (does robot (close ?x)))\n(door a)",
    },
    scope: Scope::Present,
    run: Some(run),
};

/// How many cycles are traced in one sheet: each costs a search.
const TRACED: usize = 20;
/// How many steps of a cycle are shown.
const SHOWN: usize = 6;

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let cycles = negative_cycles(context);
    problems.extend(cycles.iter().map(|cycle| problem(context, cycle)));
}

/// The negated conditions that belong to a cycle.
pub(super) fn negative_cycles(context: &Context) -> Vec<NegativeCycle> {
    if context.dependencies.negative_cycles().is_empty() {
        return Vec::new();
    }
    match RuleGraph::of(context.description, &context.dependencies) {
        Some(graph) => graph.negative_cycles(TRACED),
        None => between_relations(context),
    }
}

/// The negated conditions in cycles of relations, whatever the arguments. This is how the language defines it, and all that
/// can be said of a sheet that is too large for a closer look.
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
    let name = |span: Span| context.name_span(span).of(context.text);
    let (user, used) = (context.name(head.relation), name(cycle.place));
    let message = if cycle.way_back.is_empty() {
        format!("`{user}` is defined by its own absence")
    } else {
        format!(
            "`{user}` is defined by the absence of `{used}`, which is defined by means of `{user}`"
        )
    };
    let help = "break the cycle: decide one of them without the other, for instance from the state with `true`";
    let mut problem = Problem::new(CHECK.about.code, cycle.place, message, help);
    for &place in cycle.way_back.iter().take(SHOWN) {
        problem = problem.with(place, format!("`{}` is used here", name(place)));
    }
    problem
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn negation_must_not_pass_a_cycle() {
        marks(&CHECK, "(<= p q (not r)) (<= q q) (<= r s)", &[]);
        marks(&CHECK, "(<= p (not p))", &["p"]);
        marks(&CHECK, "(<= p q) (<= q (or r (not (p))))", &["(p)"]);
        marks(&CHECK, "(<= p (not (not p)))", &[]);
    }

    #[test]
    fn arguments_tell_cycles_from_what_only_looks_like_one() {
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
