//! W110: a relation that no other rule uses.

use super::never_concluded::concluded_relations;
use super::suggestions::Suggester;
use super::{Check, CheckInfo, Context, Scope, walk};
use crate::problem::Problem;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W110",
        title: "concluded but never used",
        why: "No other relation uses this one, so its rules have no effect. Either they are unnecessary, or a name is misspelt, \
              perhaps a keyword.",
        bad: "(<= (nextt (step ?n)) (true (step ?m)) (succ ?m ?n))\n(succ 1 2)",
        good: "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))\n(succ 1 2)",
    },
    scope: Scope::Absent,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let used = used_by_others(context);
    let mut suggester = Suggester::new(never_concluded(context, &used).chain(CONCLUSIONS));
    let mut seen = FxHashSet::default();
    for head in context.rules().iter().map(|rule| &rule.head) {
        let name = head.relation;
        if context.is_keyword(name) || used.contains(&name) || !seen.insert(name) {
            continue;
        }
        let message = format!("no other rule uses `{}`", context.name(name));
        let help = suggester.help(
            context.symbols().key(name),
            "remove its rules, or add a condition that uses it",
        );
        problems.push(Problem::new(
            CHECK.info.code,
            context.name_span(head.span),
            message,
            help,
        ));
    }
}

/// The keywords that a misspelt head may have meant.
const CONCLUSIONS: [&str; 9] = [
    "role", "init", "next", "legal", "goal", "terminal", "base", "input", "sees",
];

/// The relations that rules of other relations use.
fn used_by_others(context: &Context) -> FxHashSet<Symbol> {
    let mut used = FxHashSet::default();
    for rule in context.rules() {
        walk::body_sentences(rule, &mut |sentence| {
            if sentence.relation != rule.head.relation {
                used.insert(sentence.relation);
            }
        });
    }
    used
}

/// The relations that conditions use but no rule concludes.
fn never_concluded<'a>(
    context: &Context<'a>,
    used: &FxHashSet<Symbol>,
) -> impl Iterator<Item = &'a str> {
    let symbols = context.symbols();
    let concluded = concluded_relations(context);
    let missing: Vec<_> = used
        .iter()
        .filter(|name| !name.is_relation_keyword() && !concluded.contains(name))
        .collect();
    missing
        .into_iter()
        .map(|&name| symbols.key(name))
        .collect::<Vec<_>>()
        .into_iter()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{helps, marks};
    use super::CHECK;

    #[test]
    fn marks_each_unused_relation_once() {
        marks(&CHECK, "(<= terminal (q ?x)) (q 1) (next a) (base b)", &[]);
        marks(&CHECK, "(p 1) (p 2) (<= (q ?x) (q ?x))", &["p", "q"]);
        marks(&CHECK, "(percept a b) (sees a b)", &[]);
        marks(&CHECK, "(percept a b)", &["percept"]);
    }

    #[test]
    fn suggests_similar_names() {
        helps(&CHECK, "(<= (terminl) q)", "did you mean `terminal`?");
        helps(
            &CHECK,
            "(celll 1) (<= terminal (cell 1))",
            "did you mean `cell`?",
        );
    }
}
