//! W122: possible facts declared without possible moves, or the other way round.

use super::{About, Check, Context, Scope};
use crate::description::Sentence;
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W122",
        title: "`base` without `input`, or `input` without `base`",
        why: "`base` declares which facts can ever be in a state, `input` which moves can ever be legal. Systems that use them need both, \
              and fail or fall back on something slower with one alone.",
        bad: "(base off)\n(base on)\n(init off)\n(legal robot push)",
        good: "(base off)\n(base on)\n(input robot push)\n(init off)\n(legal robot push)",
    },
    scope: Scope::Absent,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    match (first(context, Symbol::BASE), first(context, Symbol::INPUT)) {
        (Some(base), None) => problems.push(problem(context, base, "base", "input")),
        (None, Some(input)) => problems.push(problem(context, input, "input", "base")),
        _ => {}
    }
}

fn first<'a>(context: &Context<'a>, keyword: Symbol) -> Option<&'a Sentence> {
    context
        .rules()
        .iter()
        .map(|rule| &rule.head)
        .find(|head| head.relation == keyword)
}

fn problem(context: &Context, place: &Sentence, given: &str, missing: &str) -> Problem {
    let message = format!("`{given}` is declared, but `{missing}` is not");
    let help = format!("declare `{missing}` too, or neither");
    Problem::new(
        CHECK.about.code,
        context.name_span(place.span),
        message,
        help,
    )
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn both_or_none() {
        marks(&CHECK, "(base p) (input a m)", &[]);
        marks(&CHECK, "(role a)", &[]);
        marks(&CHECK, "(base p) (base q)", &["base"]);
        marks(&CHECK, "(<= (input ?r m) (role ?r))", &["input"]);
    }
}
