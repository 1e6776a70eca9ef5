//! The one gate in front of all back ends: the rules that a game needs, free of errors.

use crate::checks::{Context, check, unplayable};
use crate::description::{Description, Rule, Term};
use crate::keyword_named_relations::rename_keyword_relations;
use crate::needed_rules::needed_renamed_rules;
use crate::problem::{Problem, Severity};
use crate::sheet::Sheet;
use crate::span::Span;
use crate::stratify::stratify;
use crate::symbol::Symbol;

/// Returns the rules that the game needs, or all errors of the sheet.
///
/// ```
/// use senet_gdl::{Sheet, playable};
/// let sheet = Sheet::read("(role x) (<= (legal x go) open) open (unused 1) terminal (goal x 1)");
/// assert_eq!(playable(&sheet).unwrap().rules.len(), 5);
/// assert_eq!(playable(&Sheet::read("(legal x go)")).unwrap_err()[0].code, "E010");
/// ```
///
/// Unused rules are dropped, so an unused unsafe rule does no harm. Two kinds of relations may get new names: those that share
/// the name of a keyword, and those that were split to make negation stratified. Roles, fluents and moves keep their names.
pub fn playable(sheet: &Sheet) -> Result<Description, Vec<Problem>> {
    let mut errors = check(sheet);
    errors.retain(|problem| problem.severity() == Severity::Error);
    // Callers show the first error: one with a place helps more than a missing relation.
    errors.sort_by_key(|problem| problem.span == Span::default());
    match errors.is_empty() {
        true => playable_by_force(sheet),
        false => Err(errors),
    }
}

/// Like [`playable`], but accepts errors that leave the rules with one meaning in all back ends.
///
/// Commands use it with `--force`. All other errors prevent play, and the function returns them.
///
/// ```
/// use senet_gdl::{Sheet, playable, playable_by_force};
/// let endless = Sheet::read("(role x) (legal x go) (goal x 1)");
/// assert!(playable(&endless).is_err());
/// assert!(playable_by_force(&endless).is_ok());
/// ```
pub fn playable_by_force(sheet: &Sheet) -> Result<Description, Vec<Problem>> {
    let mut rules = sheet.description.clone();
    rules.rules.retain(|rule| !concludes_no_role(rule));
    rename_keyword_relations(&mut rules);
    keep_needed(&mut rules);
    let mut problems = sheet.problems.clone();
    problems.retain(|problem| problem.severity() == Severity::Error);
    problems.extend(unplayable(&Context::of_rules(&sheet.text, &rules)));
    match problems.is_empty() {
        true => Ok(stratify(rules)),
        false => Err(problems),
    }
}

/// Returns true for a rule that concludes `role` without being a plain fact, and so adds no role. No back end may see it: `role` as a condition must
/// hold exactly for the roles that [`Description::roles`] lists.
fn concludes_no_role(rule: &Rule) -> bool {
    // A variable in a fact is an error of its own.
    rule.head.signature() == (Symbol::ROLE, 1)
        && (!rule.body.is_empty() || matches!(rule.head.args[..], [Term::Function(..)]))
}

/// Keeps the rules on which the keywords depend.
fn keep_needed(description: &mut Description) {
    let mut needed = needed_renamed_rules(description).into_iter();
    // The list has one entry for each rule.
    description.rules.retain(|_| needed.next() == Some(true));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::{LetterCase, show};

    /// Compares the remaining rules, or the codes of the problems.
    fn check(text: &str, expected: Result<&str, &[&str]>) {
        match playable_by_force(&Sheet::read(text)) {
            Ok(rules) => {
                let shown = rules
                    .rules
                    .iter()
                    .map(|rule| show(rule, &rules.symbols, LetterCase::Folded).to_string());
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
    fn drops_rules_that_the_game_does_not_need() {
        check(
            "(role a) (<= (legal a b) p) p q (<= (r ?x) (not q))",
            Ok("(role a) (<= (legal a b) p) p"),
        );
        check("(role a) (base cell 1)", Ok("(role a)"));
    }

    #[test]
    fn rejects_rules_with_errors_that_prevent_play() {
        check("(legal a b)", Err(&["E010"]));
        check("(role a) (legal a b", Err(&["E001"]));
        check("(role a) (<= (legal a ?x) (not (p b)))", Err(&["E016"]));
        check("(role a) (legal a ?x)", Err(&["E015"]));
        check("(role a) (true b)", Err(&["E020"]));
        check("(role a) (<= terminal (true b c))", Err(&["E011"]));
        check("(role a) (<= terminal p) (<= p (not p))", Err(&["E017"]));
    }

    #[test]
    fn drops_rules_that_conclude_roles() {
        check(
            "(role a) (<= (role b) p) (<= (role ?x) (q ?x)) (role (f 1)) (<= (role c)) p (q d)",
            Ok("(role a) (role c)"),
        );
        check("(<= (role a) p) p", Err(&["E010"]));
        check("(role a) (role ?x)", Err(&["E015"]));
    }

    #[test]
    fn plays_rules_with_other_errors_by_force_only() {
        for (rules, code) in [
            ("(<= (next (p ?x)) (init (p ?x)))", "E021"),
            ("(<= terminal (does a b))", "E023"),
            ("(<= (goal a 1) (n ?x)) (<= (n (s ?x)) (n ?x))", "E018"),
            ("(<= (role b) p) p", "E019"),
        ] {
            let text = format!("(role a) (legal a m) (<= terminal (true e)) (goal a 50) {rules}");
            let sheet = Sheet::read(text);
            assert!(playable_by_force(&sheet).is_ok(), "{rules}");
            assert_eq!(playable(&sheet).unwrap_err()[0].code, code, "{rules}");
        }
    }

    #[test]
    fn errors_with_a_place_come_first() {
        let errors = playable(&Sheet::read("(role a) (legal a ?x)")).unwrap_err();
        let codes: Vec<_> = errors.iter().map(|problem| problem.code).collect();
        assert_eq!(codes, ["E015", "E010", "E010"]);
    }

    #[test]
    fn plays_rules_with_warnings() {
        for rules in [
            "(<= (next (s ?y)) (true (s ?x)) (next ?x ?y)) (next 1 2)",
            "(<= terminal (not (not q)) (Q)) q",
            "(unused ?x)",
        ] {
            let text = format!("(role a) (legal a m) (<= terminal (true e)) (goal a 50) {rules}");
            let errors = playable(&Sheet::read(text)).map(|_| ());
            assert_eq!(errors, Ok(()), "{rules}");
        }
    }
}
