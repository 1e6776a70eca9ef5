//! W115: a relation that negates itself, but only with other arguments.

use super::stratification::{between_relations, negative_cycles};
use super::{Check, CheckInfo, Context, Scope};
use crate::problem::Problem;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W115",
        title: "relation negates itself with other arguments",
        why: "GDL forbids a relation to depend on its own negation, whatever the arguments. Senet and many other systems also look at \
              the arguments, find an order of evaluation and play the rules. Some systems reject them.",
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
                format!("`{name}` depends on its own negation, though with other arguments");
            let help = "negate the conditions of the other rule instead of its conclusion";
            problems.push(Problem::new(CHECK.info.code, cycle.place, message, help));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_stratified_self_negation_only() {
        marks(
            &CHECK,
            "(<= (goal a 0) (not (goal a 1))) (<= (goal a 1) p)",
            &["(goal a 1)"],
        );
        marks(&CHECK, "(<= p (not p)) (<= q (not p))", &[]);
    }
}
