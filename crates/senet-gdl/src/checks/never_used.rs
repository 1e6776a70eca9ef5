//! W110: a conclusion that nothing asks for.

use super::near::Near;
use super::never_produced::produced;
use super::{About, Check, Context, Scope, walk};
use crate::problem::Problem;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W110",
        title: "concluded but never used",
        why: "No other relation asks for this one, so its rules have no effect. Either they can go or a name is misspelt, perhaps \
              that of a keyword.",
        bad: "(<= (nextt (step ?n)) (true (step ?m)) (succ ?m ?n))\n(succ 1 2)",
        good: "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))\n(succ 1 2)",
    },
    scope: Scope::Absent,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let used = used_by_others(context);
    let mut near = Near::new(wanted(context, &used).chain(CONCLUSIONS));
    let mut seen = FxHashSet::default();
    for head in context.rules().iter().map(|rule| &rule.head) {
        let name = head.relation;
        if context.is_keyword(name) || used.contains(&name) || !seen.insert(name) {
            continue;
        }
        let message = format!("nothing uses `{}`", context.name(name));
        let help = near.help(
            context.symbols().key(name),
            "remove its rules, or add the condition that should ask for it",
        );
        problems.push(Problem::new(
            CHECK.about.code,
            context.name_span(head.span),
            message,
            help,
        ));
    }
}

/// What a misspelt conclusion may have meant besides the names of the sheet.
const CONCLUSIONS: [&str; 9] = [
    "role", "init", "next", "legal", "goal", "terminal", "base", "input", "sees",
];

/// The names that are conditions of some other relation.
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

/// The names that are asked for in vain.
fn wanted<'a>(context: &Context<'a>, used: &FxHashSet<Symbol>) -> impl Iterator<Item = &'a str> {
    let symbols = context.symbols();
    let produced = produced(context);
    let in_vain: Vec<_> = used
        .iter()
        .filter(|name| !name.is_relation_keyword() && !produced.contains(name))
        .collect();
    in_vain
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
    fn idle_conclusions_are_marked_once() {
        marks(&CHECK, "(<= terminal (q ?x)) (q 1) (next a) (base b)", &[]);
        marks(&CHECK, "(p 1) (p 2) (<= (q ?x) (q ?x))", &["p", "q"]);
        marks(&CHECK, "(percept a b) (sees a b)", &[]);
        marks(&CHECK, "(percept a b)", &["percept"]);
    }

    #[test]
    fn near_misses_are_suggested() {
        helps(&CHECK, "(<= (terminl) q)", "did you mean `terminal`?");
        helps(
            &CHECK,
            "(celll 1) (<= terminal (cell 1))",
            "did you mean `cell`?",
        );
    }
}
