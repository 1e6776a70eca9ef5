//! W109: a condition that no rule can ever make true.

use super::near::Near;
use super::{About, Check, Context, Scope, walk};
use crate::problem::Problem;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W109",
        title: "used but never concluded",
        why: "No fact and no rule concludes this relation, so the condition never holds, and its negation always does. Nearly always \
              the name is misspelt.",
        bad: "(<= terminal (lin x))\n(<= (line ?p) (owns ?p row))\n(owns x row)",
        good: "(<= terminal (line x))\n(<= (line ?p) (owns ?p row))\n(owns x row)",
    },
    scope: Scope::Absent,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let produced = produced(context);
    let mut near = Near::new(
        produced
            .iter()
            .map(|&name| context.symbols().key(name))
            .chain(CONDITIONS),
    );
    let mut seen = FxHashSet::default();
    for rule in context.rules() {
        walk::body_sentences(rule, &mut |sentence| {
            let name = sentence.relation;
            if context.is_keyword(name) || produced.contains(&name) || !seen.insert(name) {
                return;
            }
            let message = format!("no rule or fact concludes `{}`", context.name(name));
            let help = near.help(
                context.symbols().key(name),
                "write the rules that conclude it, or remove the condition",
            );
            problems.push(Problem::new(
                CHECK.about.code,
                context.name_span(sentence.span),
                message,
                help,
            ));
        });
    }
}

/// What a misspelt condition may have meant besides the names of the sheet.
const CONDITIONS: [&str; 9] = [
    "true", "does", "role", "legal", "goal", "terminal", "distinct", "not", "or",
];

/// The names of all relations that a fact or a rule concludes.
pub(super) fn produced(context: &Context) -> FxHashSet<Symbol> {
    context
        .rules()
        .iter()
        .map(|rule| rule.head.relation)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{helps, marks};
    use super::CHECK;

    #[test]
    fn unknown_conditions_are_marked_once() {
        marks(&CHECK, "(<= p (q ?x) (true a) (does b c)) (q 1)", &[]);
        marks(&CHECK, "(<= p (q 1) (not (or r (q 2))))", &["q", "r"]);
    }

    #[test]
    fn near_misses_are_suggested() {
        helps(&CHECK, "(cell 1) (<= p (cel 1))", "did you mean `cell`?");
        helps(&CHECK, "(<= p (tru (cell 1)))", "did you mean `true`?");
    }
}
