//! E010: a required relation is missing.

use super::suggestions::Suggester;
use super::{Check, CheckInfo, Context, Scope};
use crate::problem::Problem;
use crate::span::Span;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E010",
        title: "missing relation",
        why: "Every game needs `role`, `legal`, `terminal` and `goal`. Without one of them no match can be played or scored.",
        bad: "(role robot)\n(init off)\n(legal robot push)\n(<= (next on) (does robot push))\n(goal robot 100)",
        good: "(role robot)\n(init off)\n(legal robot push)\n(<= (next on) (does robot push))\n(<= terminal (true on))\n\
               (goal robot 100)",
    },
    scope: Scope::Absent,
    run: Some(run),
};

/// The required relations besides `role`, each with its help text.
const REQUIRED: [(Symbol, &str); 3] = [
    (
        Symbol::LEGAL,
        "add a rule for the legal moves, for instance `(<= (legal white noop) (true (control black)))`",
    ),
    (
        Symbol::TERMINAL,
        "add a rule for the end of a match, for instance `(<= terminal (true (step 100)))`",
    ),
    (
        Symbol::GOAL,
        "add a rule for the goal values, for instance `(<= (goal white 100) (line x))`",
    ),
];

fn run(context: &Context, problems: &mut Vec<Problem>) {
    no_role(context, problems);
    for (keyword, help) in REQUIRED {
        if context
            .rules()
            .iter()
            .all(|rule| rule.head.relation != keyword)
        {
            problems.push(missing(context, keyword, help));
        }
    }
}

/// Reports a sheet without roles. It cannot be played.
pub(super) fn no_role(context: &Context, problems: &mut Vec<Problem>) {
    if context.description.roles().is_empty() {
        let help = "add a fact for each role, for instance `(role white)`";
        problems.push(missing(context, Symbol::ROLE, help));
    }
}

/// Places the problem at a similar name if there is one, otherwise at the start of the sheet.
fn missing(context: &Context, keyword: Symbol, help: &str) -> Problem {
    let name = context.symbols().key(keyword);
    let message = format!("no rule or fact concludes `{name}`");
    match misspelt(context, name) {
        Some(span) => {
            let help = format!("did you mean `{name}` here? Otherwise {help}");
            Problem::new(CHECK.info.code, span, message, help)
        }
        None => Problem::new(CHECK.info.code, Span::default(), message, help),
    }
}

fn misspelt(context: &Context, keyword: &str) -> Option<Span> {
    let heads = context.rules().iter().map(|rule| &rule.head);
    let candidates = heads
        .clone()
        .filter(|head| !context.is_keyword(head.relation));
    let meant = Suggester::new(candidates.map(|head| context.symbols().key(head.relation)))
        .find(keyword)?;
    let found = heads
        .into_iter()
        .find(|head| context.symbols().key(head.relation) == meant)?;
    Some(context.name_span(found.span))
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn reports_each_missing_relation() {
        marks(&CHECK, "", &["", "", "", ""]);
        marks(&CHECK, "(role a) (legal a b) (goal a 0) terminal", &[]);
        marks(
            &CHECK,
            "(role a) (legal a b) (goal a 0) (<= terminl p)",
            &["terminl"],
        );
        marks(
            &CHECK,
            "(<= (role a) p) (legal a b) (goal a 0) terminal",
            &[""],
        );
    }
}
