//! W118: an argument that must be a role is not a role.

use super::suggestions::Suggester;
use super::{Check, CheckInfo, Context, Scope, walk};
use crate::description::Term;
use crate::problem::Problem;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W118",
        title: "unknown role",
        why: "The first argument of `legal`, `does`, `goal`, `input` and `sees` is a role. With any other name a rule has no effect and \
              a condition never holds.",
        bad: "(role white)\n(<= (goal whiet 100) (true won))",
        good: "(role white)\n(<= (goal white 100) (true won))",
    },
    scope: Scope::Absent,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let roles = context.description.roles();
    if roles.is_empty() {
        return;
    }
    let mut suggester = Suggester::new(roles.iter().map(|&role| context.symbols().key(role)));
    let mut seen: FxHashSet<_> = roles.iter().copied().collect();
    for rule in context.rules() {
        walk::sentences(rule, &mut |sentence| {
            let has_role =
                sentence.args.len() == 2 && context.keyword_arity(sentence.relation) == Some(2);
            if let Some(Term::Constant(name, span) | Term::Function(name, _, span)) =
                sentence.args.first()
                && has_role
                && seen.insert(*name)
            {
                let message = format!("`{}` is not a role", context.name(*name));
                let help = suggester.help(context.symbols().key(*name), &add_role(context, *name));
                problems.push(Problem::new(CHECK.info.code, *span, message, help));
            }
        });
    }
}

fn add_role(context: &Context, name: Symbol) -> String {
    format!(
        "add the fact `(role {})`, or use one of the roles",
        context.name(name)
    )
}

#[cfg(test)]
mod tests {
    use super::super::testing::{helps, marks};
    use super::CHECK;

    #[test]
    fn marks_role_arguments_that_are_not_roles() {
        marks(
            &CHECK,
            "(role a) (legal a m) (<= (goal ?r 0) (does ?r m)) (q b c)",
            &[],
        );
        marks(
            &CHECK,
            "(role a) (legal b m) (<= terminal (does (c 1) m) (goal b 1))",
            &["b", "(c 1)"],
        );
        marks(&CHECK, "(legal b m)", &[]);
        helps(
            &CHECK,
            "(role white) (legal wihte m)",
            "did you mean `white`?",
        );
    }
}
