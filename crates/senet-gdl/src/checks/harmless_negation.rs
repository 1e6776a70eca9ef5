//! W115: a relation that negates itself, but with other arguments.

use super::stratification::{between_relations, negative_cycles};
use super::{About, Check, Context, Scope};
use crate::problem::Problem;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W115",
        title: "relation negates itself with other arguments",
        why: "The definition of GDL looks at the names of relations only, and forbids a relation to depend on its own absence. Senet \
              looks at the arguments too, finds an order in which the rules can be computed, and plays them, as many systems do; \
              but not all.",
        bad: "(<= (goal robot 100) (true solved))\n(<= (goal robot 0) (not (goal robot 100)))",
        good: "(<= (goal robot 100) (true solved))\n(<= (goal robot 0) (not (true solved)))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let real: FxHashSet<_> = negative_cycles(context)
        .iter()
        .map(|cycle| cycle.place)
        .collect();
    for cycle in between_relations(context) {
        if !real.contains(&cycle.place) {
            let name = context.name(context.rules()[cycle.rule].head.relation);
            let message =
                format!("`{name}` depends on its own absence, though with other arguments");
            let help = "negate what the other rule asks for, not its conclusion";
            problems.push(Problem::new(CHECK.about.code, cycle.place, message, help));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn only_harmless_negation_is_marked() {
        marks(
            &CHECK,
            "(<= (goal a 0) (not (goal a 1))) (<= (goal a 1) p)",
            &["(goal a 1)"],
        );
        marks(&CHECK, "(<= p (not p)) (<= q (not p))", &[]);
    }
}
