//! W109: a condition on a relation that no rule concludes.

use super::suggestions::Suggester;
use super::{Check, CheckInfo, Context, Scope, walk};
use crate::problem::Problem;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W109",
        title: "used but never concluded",
        why: "No fact or rule concludes this relation, so the condition never holds and its negation always holds. Usually the \
              name is misspelt.",
        bad: "(<= terminal (lin x))\n(<= (line ?p) (owns ?p row))\n(owns x row)",
        good: "(<= terminal (line x))\n(<= (line ?p) (owns ?p row))\n(owns x row)",
    },
    scope: Scope::Absent,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let concluded = concluded_relations(context);
    let mut suggester = Suggester::new(
        concluded
            .iter()
            .map(|&name| context.symbols().key(name))
            .chain(CONDITIONS),
    );
    let mut seen = FxHashSet::default();
    for rule in context.rules() {
        walk::body_sentences(rule, &mut |sentence| {
            let name = sentence.relation;
            if context.is_keyword(name) || concluded.contains(&name) || !seen.insert(name) {
                return;
            }
            let message = format!("no rule or fact concludes `{}`", context.name(name));
            let help = suggester.help(
                context.symbols().key(name),
                "add rules for it, or remove the condition",
            );
            problems.push(Problem::new(
                CHECK.info.code,
                context.name_span(sentence.span),
                message,
                help,
            ));
        });
    }
}

/// The keywords that a misspelt condition may have meant.
const CONDITIONS: [&str; 9] = [
    "true", "does", "role", "legal", "goal", "terminal", "distinct", "not", "or",
];

/// The names of all concluded relations.
pub(super) fn concluded_relations(context: &Context) -> FxHashSet<Symbol> {
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
    fn marks_each_unknown_relation_once() {
        marks(&CHECK, "(<= p (q ?x) (true a) (does b c)) (q 1)", &[]);
        marks(&CHECK, "(<= p (q 1) (not (or r (q 2))))", &["q", "r"]);
    }

    #[test]
    fn suggests_similar_names() {
        helps(&CHECK, "(cell 1) (<= p (cel 1))", "did you mean `cell`?");
        helps(&CHECK, "(<= p (tru (cell 1)))", "did you mean `true`?");
    }
}
