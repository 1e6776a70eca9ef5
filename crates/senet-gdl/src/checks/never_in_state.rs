//! W116: a condition on a fluent that is never in the state.

use super::suggestions::Suggester;
use super::{Check, CheckInfo, Context, Scope, walk};
use crate::description::{Literal, Rule, Sentence, Term};
use crate::problem::Problem;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W116",
        title: "fluent that is never in the state",
        why: "Neither `init` nor `next` adds such a fluent to the state, so the condition never holds. Usually the name is \
              misspelt.",
        bad: "(init (cell 1 blank))\n(<= terminal (true (cel 1 x)))",
        good: "(init (cell 1 blank))\n(<= terminal (true (cell 1 blank)))",
    },
    scope: Scope::Absent,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let Some(in_state) = concluded_names(context, |head| match head.relation {
        Symbol::INIT | Symbol::NEXT => head.args.first(),
        _ => None,
    }) else {
        return;
    };
    let used = |sentence| argument(sentence, Symbol::TRUE, 0);
    report_unknown_names(
        context,
        &in_state,
        used,
        |name| {
            let message = format!("neither `init` nor `next` concludes `{name}`");
            (
                CHECK.info.code,
                message,
                "add a rule that concludes it, or remove the condition",
            )
        },
        problems,
    );
}

/// The argument of a sentence, if its relation is the given keyword.
pub(super) fn argument(sentence: &Sentence, keyword: Symbol, position: usize) -> Option<&Term> {
    let matches = sentence.relation == keyword;
    matches.then(|| sentence.args.get(position)).flatten()
}

/// The names of the chosen arguments of all heads. `None` if a variable allows any name.
pub(super) fn concluded_names<'a>(
    context: &Context<'a>,
    chosen: impl Fn(&'a Sentence) -> Option<&'a Term>,
) -> Option<FxHashSet<Symbol>> {
    let mut names = FxHashSet::default();
    for rule in context.rules() {
        match chosen(&rule.head) {
            Some(Term::Constant(name, _) | Term::Function(name, ..)) => {
                names.insert(*name);
            }
            Some(Term::Variable(variable, _)) if !keeps_fluent(rule, *variable) => return None,
            Some(Term::Variable(..)) | None => {}
        }
    }
    Some(names)
}

/// Returns whether `true` binds the variable. Such a rule keeps fluents of the state and adds no new names.
fn keeps_fluent(rule: &Rule, variable: Symbol) -> bool {
    rule.body.iter().any(|literal| match literal {
        Literal::Holds(sentence) => {
            matches!(argument(sentence, Symbol::TRUE, 0), Some(Term::Variable(name, _)) if *name == variable)
        }
        _ => false,
    })
}

/// Reports each unknown name among the chosen arguments of conditions once.
pub(super) fn report_unknown_names<'a>(
    context: &Context<'a>,
    known: &FxHashSet<Symbol>,
    chosen: impl Fn(&'a Sentence) -> Option<&'a Term>,
    describe: impl Fn(&str) -> (&'static str, String, &'static str),
    problems: &mut Vec<Problem>,
) {
    let mut suggester = Suggester::new(known.iter().map(|&name| context.symbols().key(name)));
    let mut seen = FxHashSet::default();
    for rule in context.rules() {
        walk::body_sentences(rule, &mut |sentence| {
            if let Some(Term::Constant(name, span) | Term::Function(name, _, span)) =
                chosen(sentence)
                && !known.contains(name)
                && !name.is_relation_keyword()
                && !name.is_connective()
                && seen.insert(*name)
            {
                let (code, message, otherwise) = describe(&context.name(*name));
                let help = suggester.help(context.symbols().key(*name), otherwise);
                problems.push(Problem::new(code, context.name_span(*span), message, help));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{helps, marks};
    use super::CHECK;

    #[test]
    fn marks_fluents_that_no_rule_adds() {
        marks(
            &CHECK,
            "(init a) (<= (next (b 1)) (true a)) (<= terminal (true (b 2)))",
            &[],
        );
        marks(
            &CHECK,
            "(init a) (<= terminal (not (true (b 2))) (true (b 1)))",
            &["b"],
        );
        helps(
            &CHECK,
            "(init (cell 1)) (<= terminal (true (celll 1)))",
            "did you mean `cell`?",
        );
    }

    #[test]
    fn accepts_any_fluent_if_a_head_variable_is_free() {
        marks(
            &CHECK,
            "(<= (next ?f) (kept ?f)) (<= terminal (true b))",
            &[],
        );
        marks(
            &CHECK,
            "(<= (next ?f) (true ?f)) (<= terminal (true b))",
            &["b"],
        );
    }
}
