//! E010: a relation that every game needs.

use super::near::Near;
use super::{About, Check, Context, Scope};
use crate::problem::Problem;
use crate::span::Span;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E010",
        title: "a needed relation is missing",
        why: "Every game names its roles, says which moves are legal, when it is over, and what each role gets. Without one of \
              these no match can be played or scored.",
        bad: "(role robot)\n(init off)\n(legal robot push)\n(<= (next on) (does robot push))\n(goal robot 100)",
        good: "(role robot)\n(init off)\n(legal robot push)\n(<= (next on) (does robot push))\n(<= terminal (true on))\n\
               (goal robot 100)",
    },
    scope: Scope::Absent,
    run: Some(run),
};

const NEEDED: [(Symbol, &str); 3] = [
    (
        Symbol::LEGAL,
        "say what a role may do, for instance `(<= (legal white noop) (true (control black)))`",
    ),
    (
        Symbol::TERMINAL,
        "say when a match is over, for instance `(<= terminal (true (step 100)))`",
    ),
    (
        Symbol::GOAL,
        "say what a role gets, for instance `(<= (goal white 100) (line x))`",
    ),
];

fn run(context: &Context, problems: &mut Vec<Problem>) {
    no_role(context, problems);
    for (keyword, help) in NEEDED {
        if context
            .rules()
            .iter()
            .all(|rule| rule.head.relation != keyword)
        {
            problems.push(missing(context, keyword, help));
        }
    }
}

/// Reports a sheet that names no role, which cannot be played at all.
pub(super) fn no_role(context: &Context, problems: &mut Vec<Problem>) {
    if context.description.roles().is_empty() {
        let help = "name the players, for instance `(role white)`";
        problems.push(missing(context, Symbol::ROLE, help));
    }
}

/// The problem stands at the start of the sheet, or at the name that looks like the missing one.
fn missing(context: &Context, keyword: Symbol, help: &str) -> Problem {
    let name = context.symbols().key(keyword);
    let message = format!("no rule or fact concludes `{name}`");
    match misspelt(context, name) {
        Some(span) => {
            let help = format!("did you mean `{name}` here? Otherwise {help}");
            Problem::new(CHECK.about.code, span, message, help)
        }
        None => Problem::new(CHECK.about.code, Span::default(), message, help),
    }
}

fn misspelt(context: &Context, keyword: &str) -> Option<Span> {
    let heads = context.rules().iter().map(|rule| &rule.head);
    let candidates = heads
        .clone()
        .filter(|head| !context.is_keyword(head.relation));
    let meant =
        Near::new(candidates.map(|head| context.symbols().key(head.relation))).find(keyword)?;
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
    fn each_missing_relation_is_reported() {
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
