//! What a reasoner may rely on: only the rules that matter, all of them meaningful.

use crate::checks::{Context, keyword_arity, unplayable};
use crate::dependencies::{Dependencies, Relation};
use crate::description::Description;
use crate::own_relations::rename_own_relations;
use crate::problem::{Problem, Severity};
use crate::sheet::{Sheet, describe};
use crate::stratify::stratify;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

/// The part of a sheet that can be played, or every reason why there is none.
///
/// Rules that nothing asks for are left out, so an unsafe rule that is never used does no harm. A few relations may have new
/// names: those that share a keyword's name, and those that had to be split so that negation is stratified relation by
/// relation. Roles, facts of the state and moves are never touched.
pub fn playable(sheet: &Sheet) -> Result<Description, Vec<Problem>> {
    let (description, problems) = (sheet.description.clone(), sheet.problems.clone());
    part(&sheet.text, description, problems)
}

/// The same of a text, for those who want nothing else of the sheet.
pub fn read_playable(text: &str) -> Result<Description, Vec<Problem>> {
    let (description, problems) = describe(text);
    part(text, description, problems)
}

/// The part that can be played of what a text means, given what was wrong with reading it.
fn part(
    text: &str,
    mut rules: Description,
    mut problems: Vec<Problem>,
) -> Result<Description, Vec<Problem>> {
    rename_own_relations(&mut rules);
    keep_needed(&mut rules);
    problems.retain(|problem| problem.severity() == Severity::Error);
    problems.extend(unplayable(&Context::of_rules(text, &rules)));
    match problems.is_empty() {
        true => Ok(stratify(rules)),
        false => Err(problems),
    }
}

/// Leaves the rules that the answers depend on.
///
/// Keywords are needed whatever the number of their arguments, so that a wrong number is reported and not just ignored.
/// Declarations of the old kind, such as `(base cell 1 1)`, are the exception: games can do without any.
fn keep_needed(description: &mut Description) {
    let is_asked = |(name, arity): Relation| match name {
        Symbol::BASE | Symbol::INPUT => keyword_arity(name) == Some(arity),
        _ => name.is_relation_keyword(),
    };
    let used = Dependencies::of(description).closure(is_asked);
    let used: FxHashSet<Relation> = used.into_iter().collect();
    let rules = &mut description.rules;
    rules.retain(|rule| used.contains(&rule.head.signature()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::{Case, show};

    /// Compares the rules that are left, or the codes of what keeps them from being played.
    fn check(text: &str, expected: Result<&str, &[&str]>) {
        check_found(text, playable(&Sheet::read(text)), expected);
        check_found(text, read_playable(text), expected);
    }

    fn check_found(
        text: &str,
        found: Result<Description, Vec<Problem>>,
        expected: Result<&str, &[&str]>,
    ) {
        match found {
            Ok(rules) => {
                let shown = rules
                    .rules
                    .iter()
                    .map(|rule| show(rule, &rules.symbols, Case::Folded).to_string());
                assert_eq!(
                    Ok(&*shown.collect::<Vec<_>>().join(" ")),
                    expected,
                    "{text}"
                );
            }
            Err(problems) => {
                let codes: Vec<_> = problems.iter().map(|problem| problem.code).collect();
                assert_eq!(Err(&*codes), expected, "{text}");
            }
        }
    }

    #[test]
    fn only_what_matters_is_left() {
        check(
            "(role a) (<= (legal a b) p) p q (<= (r ?x) (not q))",
            Ok("(role a) (<= (legal a b) p) p"),
        );
        check("(role a) (base cell 1)", Ok("(role a)"));
    }

    #[test]
    fn what_has_no_meaning_cannot_be_played() {
        check("(legal a b)", Err(&["E010"]));
        check("(role a) (legal a b", Err(&["E001"]));
        check("(role a) (<= (legal a ?x) (not (p b)))", Err(&["E016"]));
        check("(role a) (legal a ?x)", Err(&["E015"]));
        check("(role a) (true b)", Err(&["E020"]));
        check("(role a) (<= terminal (true b c))", Err(&["E011"]));
        check("(role a) (<= terminal p) (<= p (not p))", Err(&["E017"]));
    }

    #[test]
    fn what_is_merely_not_allowed_can_be_played() {
        for rules in [
            "(role a) (<= (next (p ?x)) (init (p ?x)))",
            "(role a) (<= terminal (does a b))",
            "(role a) (<= (goal a 1) (n ?x)) (<= (n (s ?x)) (n ?x))",
            "(role a) (<= terminal (not (not q)) (Q)) q",
        ] {
            assert!(playable(&Sheet::read(rules)).is_ok(), "{rules}");
        }
    }
}
