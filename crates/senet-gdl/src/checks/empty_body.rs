//! W108: a rule without conditions.

use super::{About, Check, Context, Scope};
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W108",
        title: "rule without conditions",
        why: "It is the same as a fact, but some systems do not read it; or conditions were forgotten.",
        bad: "(<= (succ 1 2))",
        good: "(succ 1 2)",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for form in context.forms {
        if form.head() == Some(Symbol::ARROW) && form.rest().len() == 1 {
            let help = "write the head alone, as a fact, or add the conditions";
            problems.push(Problem::new(
                CHECK.about.code,
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
    fn rules_have_conditions() {
        marks(&CHECK, "(p a) (<= q p)", &[]);
        marks(&CHECK, "(<= (p a))", &["(<= (p a))"]);
    }
}
