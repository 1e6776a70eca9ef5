//! What a reasoner may rely on: only the rules that matter, all of them meaningful.

use crate::dependencies::{Dependencies, Relation};
use crate::description::Description;
use crate::problem::{Problem, Severity};
use crate::safety::{Place, unsafe_uses};
use crate::sheet::Sheet;
use crate::symbol::Symbol;

/// The relations that a reasoner asks for.
const ASKED: [Relation; 10] = [
    (Symbol::ROLE, 1),
    (Symbol::INIT, 1),
    (Symbol::NEXT, 1),
    (Symbol::LEGAL, 2),
    (Symbol::GOAL, 2),
    (Symbol::TERMINAL, 0),
    (Symbol::BASE, 1),
    (Symbol::INPUT, 2),
    (Symbol::SEES, 2),
    (Symbol::TRUE, 1),
];

/// The part of a sheet that can be played, or every reason why there is none.
///
/// Rules that nothing asks for are left out, so an unsafe rule that is never used does no harm.
pub fn playable(sheet: &Sheet) -> Result<Description, Vec<Problem>> {
    let mut problems: Vec<_> = sheet
        .problems
        .iter()
        .filter(|p| p.severity() == Severity::Error)
        .cloned()
        .collect();
    let rules = needed(&sheet.description);
    problems.extend(unplayable(&rules));
    if problems.is_empty() {
        Ok(rules)
    } else {
        Err(problems)
    }
}

fn needed(description: &Description) -> Description {
    let used = Dependencies::of(description).closure(|relation| ASKED.contains(&relation));
    let mut rules = description.clone();
    rules
        .rules
        .retain(|rule| used.contains(&(rule.head.relation, rule.head.args.len())));
    rules
}

fn unplayable(rules: &Description) -> Vec<Problem> {
    let mut problems = Vec::new();
    if rules.roles().is_empty() {
        let help = "name the players, for instance `(role white)`";
        problems.push(Problem::new(
            "E010",
            Default::default(),
            "the rules name no role",
            help,
        ));
    }
    for rule in &rules.rules {
        if matches!(rule.head.relation, Symbol::TRUE | Symbol::DOES) {
            let help = "conclude `next` or `legal` instead";
            problems.push(Problem::new(
                "E020",
                rule.head.span,
                "`true` and `does` cannot be concluded",
                help,
            ));
        }
        for (variable, span, place) in unsafe_uses(rule) {
            let name = rules.symbols.spelling(variable);
            let place = match place {
                Place::Head => "in the head",
                Place::Negation => "under `not`",
                Place::Distinct => "in `distinct`",
            };
            let message =
                format!("{name} is used {place}, but no positive condition of the rule binds it");
            problems.push(Problem::new(
                "E016",
                span,
                message,
                "add a positive condition that says which values it may take",
            ));
        }
    }
    for ((user, _), (used, _)) in Dependencies::of(rules).negative_cycles() {
        let (user, used) = (rules.symbols.spelling(user), rules.symbols.spelling(used));
        let message = format!(
            "`{user}` is defined by the absence of `{used}`, which is defined by means of `{user}`"
        );
        problems.push(Problem::new(
            "E017",
            Default::default(),
            message,
            "break the cycle: negation must be stratified",
        ));
    }
    problems
}
