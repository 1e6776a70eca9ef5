//! W116: the state is asked for a fact that is never in it.

use super::near::Near;
use super::{About, Check, Context, Scope, walk};
use crate::description::{Literal, Rule, Sentence, Term};
use crate::problem::Problem;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W116",
        title: "fact that is never in the state",
        why: "Neither `init` nor `next` ever puts such a fact into the state, so the condition never holds. Nearly always its name is \
              misspelt.",
        bad: "(init (cell 1 blank))\n(<= terminal (true (cel 1 x)))",
        good: "(init (cell 1 blank))\n(<= terminal (true (cell 1 blank)))",
    },
    scope: Scope::Absent,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let Some(set) = concluded(context, |head| match head.relation {
        Symbol::INIT | Symbol::NEXT => head.args.first(),
        _ => None,
    }) else {
        return;
    };
    let asked = |sentence| argument(sentence, Symbol::TRUE, 0);
    unknown(
        context,
        &set,
        asked,
        |name| {
            let message = format!("neither `init` nor `next` ever concludes `{name}`");
            (
                CHECK.about.code,
                message,
                "write the rule that makes it true, or remove the condition",
            )
        },
        problems,
    );
}

/// An argument of a sentence of the given keyword.
pub(super) fn argument(sentence: &Sentence, keyword: Symbol, position: usize) -> Option<&Term> {
    let is_asked = sentence.relation == keyword;
    is_asked.then(|| sentence.args.get(position)).flatten()
}

/// The names that the chosen arguments of heads have. `None` if a variable may stand for any: then nothing can be said.
pub(super) fn concluded<'a>(
    context: &Context<'a>,
    chosen: impl Fn(&'a Sentence) -> Option<&'a Term>,
) -> Option<FxHashSet<Symbol>> {
    let mut names = FxHashSet::default();
    for rule in context.rules() {
        match chosen(&rule.head) {
            Some(Term::Constant(name, _) | Term::Function(name, ..)) => {
                names.insert(*name);
            }
            Some(Term::Variable(variable, _)) if !keeps(rule, *variable) => return None,
            Some(Term::Variable(..)) | None => {}
        }
    }
    Some(names)
}

/// Whether the variable stands for a fact that is in the state already: such a rule brings no new names.
fn keeps(rule: &Rule, variable: Symbol) -> bool {
    rule.body.iter().any(|literal| match literal {
        Literal::Holds(sentence) => {
            matches!(argument(sentence, Symbol::TRUE, 0), Some(Term::Variable(name, _)) if *name == variable)
        }
        _ => false,
    })
}

/// Reports, once each, the names of the chosen arguments of conditions that are not among the known ones.
pub(super) fn unknown<'a>(
    context: &Context<'a>,
    known: &FxHashSet<Symbol>,
    chosen: impl Fn(&'a Sentence) -> Option<&'a Term>,
    describe: impl Fn(&str) -> (&'static str, String, &'static str),
    problems: &mut Vec<Problem>,
) {
    let mut near = Near::new(known.iter().map(|&name| context.symbols().key(name)));
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
                let (code, message, otherwise) = describe(context.name(*name));
                let help = near.help(context.symbols().key(*name), otherwise);
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
    fn facts_come_from_somewhere() {
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
    fn variables_may_stand_for_anything() {
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
