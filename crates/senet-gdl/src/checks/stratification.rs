//! E017: a relation defined by its own absence.

use super::reach::relation;
use super::{About, Check, Context, Scope};
use crate::dependencies::Relation;
use crate::problem::Problem;
use crate::span::Span;
use crate::strata::strata;
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E017",
        title: "negation in a cycle",
        why: "If a relation holds because another does not, and that other one is defined by means of the first, then there is no \
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
    let graph = &context.dependencies;
    let cycles = negations_in_cycles(context);
    if cycles.is_empty() {
        return;
    }
    let uses = places_of_use(context);
    let mut told = FxHashSet::default();
    let mut traced = 0;
    for (index, rule) in context.rules().iter().enumerate() {
        let user = relation(&rule.head);
        for (sentence, negated) in rule.body_sentences() {
            let used = relation(sentence);
            if negated && cycles.contains(&(index, used)) && told.insert((user, used)) {
                traced += 1;
                let way_back = if traced <= TRACED {
                    graph.path(used, user)
                } else {
                    None
                };
                problems.push(problem(
                    context,
                    (user, used),
                    sentence.span,
                    &way_back.unwrap_or_default(),
                    &uses,
                ));
            }
        }
    }
}

/// The rules that have a negation in a cycle, and the relation that they negate.
///
/// What counts is which rules can use which: `(<= (goal r 0) (not (goal r 100)))` is well defined as long as the rules that
/// conclude `(goal r 100)` do not depend on this one.
fn negations_in_cycles(context: &Context) -> FxHashSet<(usize, Relation)> {
    let cycles = strata(context.description).negative_cycles;
    let negation = |(user, used): (usize, usize)| (user, relation(&context.rules()[used].head));
    cycles.into_iter().map(negation).collect()
}

/// Where a relation uses another one for the first time.
type Uses = FxHashMap<(Relation, Relation), Span>;

fn places_of_use(context: &Context) -> Uses {
    let mut uses = Uses::default();
    for rule in context.rules() {
        for (sentence, _) in rule.body_sentences() {
            uses.entry((relation(&rule.head), relation(sentence)))
                .or_insert(sentence.span);
        }
    }
    uses
}

fn problem(
    context: &Context,
    (user, used): (Relation, Relation),
    span: Span,
    way_back: &[Relation],
    uses: &Uses,
) -> Problem {
    let name = |relation: Relation| context.name(relation.0);
    let message = if user == used {
        format!("`{}` is defined by its own absence", name(user))
    } else {
        format!(
            "`{0}` is defined by the absence of `{1}`, which is defined by means of `{0}`",
            name(user),
            name(used)
        )
    };
    let help = "break the cycle: decide one of the relations without the other, for instance from the state with `true`";
    let mut problem = Problem::new(CHECK.about.code, span, message, help);
    // A relation that negates itself is its own way back: the problem shows that place already.
    for step in way_back.windows(2).filter(|_| user != used).take(SHOWN) {
        if let Some(&place) = uses.get(&(step[0], step[1])) {
            problem = problem.with(
                place,
                format!("`{}` uses `{}` here", name(step[0]), name(step[1])),
            );
        }
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
        marks(&CHECK, "(<= (p 1) (not (p 2))) (p 2)", &[]);
        marks(
            &CHECK,
            "(<= (p 1) (not (p 2))) (<= (p 2) (p 1))",
            &["(p 2)"],
        );
    }
}
