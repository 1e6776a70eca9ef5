//! W108: a rule without conditions.

use super::{Check, CheckInfo, Context, Scope};
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W108",
        title: "rule without conditions",
        why: "The rule means the same as a fact, but some systems cannot read it. Perhaps its conditions are missing.",
        bad: "(<= (succ 1 2))",
        good: "(succ 1 2)",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for form in context.forms {
        if form.head() == Some(Symbol::ARROW) && form.rest().len() == 1 {
            let help = "write the head alone as a fact, or add conditions";
            problems.push(Problem::new(
                CHECK.info.code,
                form.span(),
                "this rule has no conditions",
                help,
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_rules_without_conditions() {
        marks(&CHECK, "(p a) (<= q p)", &[]);
        marks(&CHECK, "(<= (p a))", &["(<= (p a))"]);
    }
}
