//! W122: `base` declared without `input`, or `input` without `base`.

use super::{Check, CheckInfo, Context, Scope};
use crate::description::Sentence;
use crate::problem::Problem;
use crate::symbol::Symbol;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W122",
        title: "`base` without `input`, or `input` without `base`",
        why: "`base` declares the possible fluents, `input` the possible moves. Systems that use these declarations need both. With one \
              alone they fail or become slower.",
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
    let help = format!("declare `{missing}` too, or remove `{given}`");
    Problem::new(
        CHECK.info.code,
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
    fn marks_one_declaration_without_the_other() {
        marks(&CHECK, "(base p) (input a m)", &[]);
        marks(&CHECK, "(role a)", &[]);
        marks(&CHECK, "(base p) (base q)", &["base"]);
        marks(&CHECK, "(<= (input ?r m) (role ?r))", &["input"]);
    }
}
