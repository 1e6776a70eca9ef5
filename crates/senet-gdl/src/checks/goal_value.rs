//! W120: a goal value that is not an integer from 0 to 100.

use super::{Check, CheckInfo, Context, Scope};
use crate::description::Term;
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W120",
        title: "goal value outside 0 to 100",
        why: "Goal values are integers from 0 (worst) to 100 (best). Players and tournaments cannot handle other values.",
        bad: "(<= (goal white draw) (true full))",
        good: "(<= (goal white 50) (true full))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for head in context
        .rules()
        .iter()
        .map(|rule| &rule.head)
        .filter(|head| head.relation == Symbol::GOAL)
    {
        if let [_, value] = &head.args[..]
            && !is_possible(context, value)
        {
            let message = "a goal value must be an integer from 0 to 100";
            let help = "scale the values so that the worst is 0 and the best 100";
            problems.push(Problem::new(CHECK.info.code, value.span(), message, help));
        }
    }
}

fn is_possible(context: &Context, value: &Term) -> bool {
    match value {
        Term::Variable(..) => true,
        Term::Constant(name, _) => context
            .symbols()
            .key(*name)
            .parse()
            .is_ok_and(|value: u32| value <= 100),
        Term::Function(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_goal_values_out_of_range() {
        marks(
            &CHECK,
            "(goal a 0) (goal a 100) (<= (goal a ?v) (score ?v))",
            &[],
        );
        marks(
            &CHECK,
            "(goal a 101) (goal a -1) (goal a win) (goal a (s 0))",
            &["101", "-1", "win", "(s 0)"],
        );
    }
}
