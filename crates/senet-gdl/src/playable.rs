//! The input of the back ends: the rules that a game needs, free of errors that prevent play.

use crate::checks::{Context, keyword_arity, unplayable};
use crate::dependencies::{Dependencies, Relation};
use crate::description::Description;
use crate::keyword_named_relations::rename_keyword_relations;
use crate::problem::{Problem, Severity};
use crate::sheet::{Sheet, describe};
use crate::stratify::stratify;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

/// Returns the rules that the game needs, or all problems that prevent play.
///
/// ```
/// use senet_gdl::{Sheet, playable};
/// let sheet = Sheet::read("(role x) (<= (legal x go) open) open (unused 1)");
/// assert_eq!(playable(&sheet).unwrap().rules.len(), 3);
/// assert_eq!(playable(&Sheet::read("(legal x go)")).unwrap_err()[0].code, "E010");
/// ```
///
/// Unused rules are dropped, so an unused unsafe rule does no harm. Two kinds of relations may get new names: those that share
/// the name of a keyword, and those that were split to make negation stratified. Roles, fluents and moves keep their names.
pub fn playable(sheet: &Sheet) -> Result<Description, Vec<Problem>> {
    let (description, problems) = (sheet.description.clone(), sheet.problems.clone());
    reduce(&sheet.text, description, problems)
}

/// Does the same as [`playable`] for a text, without keeping its syntax tree.
pub fn read_playable(text: &str) -> Result<Description, Vec<Problem>> {
    let (description, problems) = describe(text);
    reduce(text, description, problems)
}

/// Reduces a description to the needed rules. `problems` are those of the parser.
fn reduce(
    text: &str,
    mut rules: Description,
    mut problems: Vec<Problem>,
) -> Result<Description, Vec<Problem>> {
    rename_keyword_relations(&mut rules);
    keep_needed(&mut rules);
    problems.retain(|problem| problem.severity() == Severity::Error);
    problems.extend(unplayable(&Context::of_rules(text, &rules)));
    match problems.is_empty() {
        true => Ok(stratify(rules)),
        false => Err(problems),
    }
}

/// Keeps the rules on which the keywords depend.
///
/// Keywords with the wrong arity are kept too, so that the error is reported. The exception are old declarations such as
/// `(base cell 1 1)`, which games do not need.
fn keep_needed(description: &mut Description) {
    let is_root = |(name, arity): Relation| match name {
        Symbol::BASE | Symbol::INPUT => keyword_arity(name) == Some(arity),
        _ => name.is_relation_keyword(),
    };
    let used = Dependencies::of(description).closure(is_root);
    let used: FxHashSet<Relation> = used.into_iter().collect();
    let rules = &mut description.rules;
    rules.retain(|rule| used.contains(&rule.head.signature()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::{LetterCase, show};

    /// Compares the remaining rules, or the codes of the problems.
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
    fn accepts_rules_with_other_errors() {
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
