//! The static checks of a rule sheet. Each check has one file with its manual entry, its function and its tests.
//!
//! Invariants:
//! - A check only appends problems, and does not depend on other checks.
//! - Every check takes nearly linear time in the size of the sheet, even on hostile input.
//! - Rules with an error are not played (see [`crate::playable`]). A warning marks rules with a clear meaning that are
//!   probably unintended or not portable.

mod and_connective;
mod base_without_input;
mod check;
mod concluded_state_or_move;
mod conclusion_as_condition;
mod connective_constant;
mod constant_distinct;
mod context;
mod control_characters;
mod deep_nesting;
mod dependents;
mod depends_on_moves;
mod depends_on_state;
mod duplicate_rule;
mod empty_body;
mod empty_or;
mod explosive_rule;
mod extra_arguments;
mod fact_variable;
mod function_arities;
mod goal_value;
mod inconsistent_case;
mod infix_syntax;
mod keyword_arity;
mod keyword_constant;
mod keyword_function;
mod keyword_named_relation;
mod malformed_list;
mod manual;
mod missing_relation;
mod negated_non_sentence;
mod nested_or;
mod never_concluded;
mod never_in_state;
mod never_legal;
mod never_used;
mod parenthesised_word;
mod relation_and_function;
mod relation_arities;
mod role_not_a_fact;
mod role_without_moves_or_goals;
mod stratification;
mod stratified_self_negation;
mod suggestions;
mod too_many_alternatives;
mod unbalanced_parentheses;
mod unknown_role;
mod unneeded_error;
mod unrestricted_recursion;
mod unsafe_variable;
mod unusual_characters;
mod walk;

pub use check::CheckInfo;
use check::{Check, Scope};
pub(crate) use context::{Context, keyword_arity};
pub use manual::checks_page;

use crate::infix::SYNTAX;
use crate::parser::{TOO_DEEP, UNBALANCED};
use crate::problem::Problem;
use crate::sheet::Sheet;

/// All checks, in the order of their codes.
static CHECKS: &[&Check] = &[
    &unbalanced_parentheses::CHECK,
    &deep_nesting::CHECK,
    &control_characters::CHECK,
    &malformed_list::CHECK,
    &too_many_alternatives::CHECK,
    &infix_syntax::CHECK,
    &missing_relation::CHECK,
    &keyword_arity::CHECK,
    &keyword_function::CHECK,
    &connective_constant::CHECK,
    &fact_variable::CHECK,
    &unsafe_variable::CHECK,
    &stratification::CHECK,
    &unrestricted_recursion::CHECK,
    &role_not_a_fact::CHECK,
    &concluded_state_or_move::CHECK,
    &conclusion_as_condition::CHECK,
    &depends_on_state::CHECK,
    &depends_on_moves::CHECK,
    &relation_arities::CHECK,
    &function_arities::CHECK,
    &relation_and_function::CHECK,
    &keyword_constant::CHECK,
    &nested_or::CHECK,
    &empty_or::CHECK,
    &parenthesised_word::CHECK,
    &empty_body::CHECK,
    &never_concluded::CHECK,
    &never_used::CHECK,
    &unusual_characters::CHECK,
    &and_connective::CHECK,
    &extra_arguments::CHECK,
    &duplicate_rule::CHECK,
    &stratified_self_negation::CHECK,
    &never_in_state::CHECK,
    &never_legal::CHECK,
    &unknown_role::CHECK,
    &role_without_moves_or_goals::CHECK,
    &goal_value::CHECK,
    &constant_distinct::CHECK,
    &base_without_input::CHECK,
    &keyword_named_relation::CHECK,
    &negated_non_sentence::CHECK,
    &inconsistent_case::CHECK,
    &unneeded_error::CHECK,
    &explosive_rule::CHECK,
];

/// The checks that a back end relies on. Rules with other problems can still be played.
static REQUIRED_TO_PLAY: &[&Check] = &[
    &too_many_alternatives::CHECK,
    &keyword_arity::CHECK,
    &fact_variable::CHECK,
    &unsafe_variable::CHECK,
    &stratification::CHECK,
    &concluded_state_or_move::CHECK,
];

/// Returns all problems of a sheet in text order: those of the parser and those of the static checks.
///
/// ```
/// use senet_gdl::{Sheet, check};
/// let problems = check(&Sheet::read("(role x) (<= (legal x ?m) (not (done ?m))) (done a) terminal (goal x 1)"));
/// assert_eq!(problems[0].code, "E016");
/// ```
pub fn check(sheet: &Sheet) -> Vec<Problem> {
    let mut problems = sheet.problems.clone();
    let found = |codes: &[&str]| {
        sheet
            .problems
            .iter()
            .any(|problem| codes.contains(&problem.code))
    };
    if !found(&[TOO_DEEP]) {
        let is_readable = !found(&[UNBALANCED, SYNTAX, malformed_list::CHECK.info.code]);
        let context = Context::of_sheet(sheet);
        let run = |scope, found: &mut Vec<Problem>| {
            let checks = CHECKS.iter().filter(|check| check.scope == scope);
            checks.for_each(|check| check.report(&context, found));
        };
        let mut present = Vec::new();
        run(Scope::Present, &mut present);
        unneeded_error::downgrade(&sheet.description, &mut present);
        problems.append(&mut present);
        if is_readable {
            run(Scope::Absent, &mut problems);
        }
    }
    problems.sort_by(|a, b| order(a).cmp(&order(b)));
    problems.dedup();
    problems
}

fn order(problem: &Problem) -> (u32, u32, &str, &str) {
    (
        problem.span.start,
        problem.span.end,
        problem.code,
        &problem.message,
    )
}

/// Returns the problems that prevent play. Pass only the rules that the game needs.
pub(crate) fn unplayable(context: &Context) -> Vec<Problem> {
    let mut problems = Vec::new();
    missing_relation::no_role(context, &mut problems);
    REQUIRED_TO_PLAY
        .iter()
        .for_each(|check| check.report(context, &mut problems));
    problems
}

/// Returns the manual entry of a code, in upper or lower case; `None` for an unknown code.
///
/// ```
/// assert_eq!(senet_gdl::explain("e016").unwrap().title, "unsafe variable");
/// ```
pub fn explain(code: &str) -> Option<&'static CheckInfo> {
    catalogue().find(|info| info.code.eq_ignore_ascii_case(code))
}

/// Iterates over the manual entries of all checks, in the order of their codes.
pub fn catalogue() -> impl Iterator<Item = &'static CheckInfo> {
    CHECKS.iter().map(|check| &check.info)
}

#[cfg(test)]
mod testing {
    use super::{Check, Context};
    use crate::problem::Problem;
    use crate::sheet::Sheet;

    fn report(check: &Check, sheet: &Sheet) -> Vec<Problem> {
        let mut problems = Vec::new();
        check.report(&Context::of_sheet(sheet), &mut problems);
        problems
    }

    /// Runs one check on a text and compares the marked pieces of text.
    pub fn marks(check: &Check, text: &str, expected: &[&str]) {
        let problems = report(check, &Sheet::read(text));
        let found: Vec<_> = problems
            .iter()
            .map(|problem| problem.span.of(text))
            .collect();
        assert_eq!(found, expected, "{text}");
        assert!(
            problems
                .iter()
                .all(|problem| problem.code == check.info.code)
        );
    }

    /// Runs one check on a text and compares the start of the first help text.
    pub fn helps(check: &Check, text: &str, expected: &str) {
        let problems = report(check, &Sheet::read(text));
        assert!(
            problems[0].help.starts_with(expected),
            "{}",
            problems[0].help
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The codes reported for a text. Ignores complaints about parts that a short example omits.
    fn codes(text: &str, info: &CheckInfo) -> BTreeSet<&'static str> {
        let reports_absence = |code: &str| {
            CHECKS
                .iter()
                .any(|check| check.info.code == code && check.scope == Scope::Absent)
        };
        let problems = check(&Sheet::read(text));
        let codes = problems.iter().map(|problem| problem.code);
        codes
            .filter(|&code| code == info.code || !reports_absence(code))
            .collect()
    }

    #[test]
    fn examples_have_exactly_the_problem_they_show() {
        for info in catalogue() {
            assert_eq!(
                codes(info.bad, info),
                BTreeSet::from([info.code]),
                "bad example of {}",
                info.code
            );
            assert_eq!(
                codes(info.good, info),
                BTreeSet::new(),
                "good example of {}",
                info.code
            );
        }
    }

    #[test]
    fn codes_are_unique_and_sorted() {
        let codes: Vec<_> = catalogue().map(|info| info.code).collect();
        assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
    }

    #[test]
    fn explains_codes_in_any_case() {
        assert_eq!(
            explain("e016").map(|info| info.title),
            Some("unsafe variable")
        );
        assert!(explain("E999").is_none());
    }

    #[test]
    fn skips_absence_checks_on_unreadable_sheets() {
        let codes = |text| {
            check(&Sheet::read(text))
                .iter()
                .map(|p| p.code)
                .collect::<Vec<_>>()
        };
        assert_eq!(codes("(<= p q"), ["E001"]);
        assert_eq!(codes("(<= p (not)) (p q)"), ["E004"]);
        assert_eq!(codes(&"(".repeat(1000)), ["E002"]);
    }
}
