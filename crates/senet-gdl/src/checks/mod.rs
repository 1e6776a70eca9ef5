//! Is a rule sheet valid? One file a check: its record for people, its function, its tests.
//!
//! Invariants:
//! - A check appends problems and changes nothing; no check needs another to have run.
//! - Every check takes time about linear in the size of the sheet, however hostile the sheet is.
//! - Errors are what the definition of GDL forbids; warnings are what it allows but hardly anyone means.

mod about;
mod alternatives;
mod asked;
mod capitals;
mod characters;
mod concluded;
mod conjunction;
mod connective_constant;
mod context;
mod control_characters;
mod duplicate;
mod empty_body;
mod empty_or;
mod fact_variable;
mod function_arities;
mod goal_value;
mod half_domain;
mod harmless_negation;
mod idle_distinct;
mod idle_role;
mod keyword_arity;
mod keyword_constant;
mod keyword_function;
mod malformed;
mod missing;
mod moveless;
mod near;
mod negation;
mod nested_or;
mod nesting;
mod never_legal;
mod never_produced;
mod never_set;
mod never_used;
mod page;
mod parentheses;
mod reach;
mod recursion;
mod relation_and_function;
mod relation_arities;
mod role_facts;
mod stratification;
mod superfluous;
mod syntax;
mod timeless;
mod unknown_role;
mod unsafe_variable;
mod walk;
mod zero_arity;

pub use about::About;
use about::{Check, Scope};
pub(crate) use context::{Context, keyword_arity};
pub use page::checks_page;

use crate::infix::SYNTAX;
use crate::parser::{TOO_DEEP, UNBALANCED};
use crate::problem::Problem;
use crate::sheet::Sheet;

/// All checks, in the order of their codes.
static CHECKS: &[&Check] = &[
    &parentheses::CHECK,
    &nesting::CHECK,
    &control_characters::CHECK,
    &malformed::CHECK,
    &alternatives::CHECK,
    &syntax::CHECK,
    &missing::CHECK,
    &keyword_arity::CHECK,
    &keyword_function::CHECK,
    &connective_constant::CHECK,
    &negation::CHECK,
    &fact_variable::CHECK,
    &unsafe_variable::CHECK,
    &stratification::CHECK,
    &recursion::CHECK,
    &role_facts::CHECK,
    &concluded::CHECK,
    &asked::CHECK,
    &timeless::CHECK,
    &moveless::CHECK,
    &capitals::CHECK,
    &relation_arities::CHECK,
    &function_arities::CHECK,
    &relation_and_function::CHECK,
    &keyword_constant::CHECK,
    &nested_or::CHECK,
    &empty_or::CHECK,
    &zero_arity::CHECK,
    &empty_body::CHECK,
    &never_produced::CHECK,
    &never_used::CHECK,
    &characters::CHECK,
    &conjunction::CHECK,
    &superfluous::CHECK,
    &duplicate::CHECK,
    &harmless_negation::CHECK,
    &never_set::CHECK,
    &never_legal::CHECK,
    &unknown_role::CHECK,
    &idle_role::CHECK,
    &goal_value::CHECK,
    &idle_distinct::CHECK,
    &half_domain::CHECK,
];

/// The checks without which a reasoner cannot rely on the rules it is given. What the others report can be played.
static NEEDED_TO_PLAY: &[&Check] = &[
    &alternatives::CHECK,
    &keyword_arity::CHECK,
    &fact_variable::CHECK,
    &unsafe_variable::CHECK,
    &stratification::CHECK,
    &concluded::CHECK,
];

/// Everything that is wrong with a sheet, in the order of the text: what reading it found, and all static checks.
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
        let is_whole = !found(&[UNBALANCED, SYNTAX, malformed::CHECK.about.code]);
        let context = Context::of_sheet(sheet);
        for check in CHECKS
            .iter()
            .filter(|check| is_whole || check.scope == Scope::Present)
        {
            check.report(&context, &mut problems);
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

/// What keeps the rules from being played. They should be all that matter and no others.
pub(crate) fn unplayable(context: &Context) -> Vec<Problem> {
    let mut problems = Vec::new();
    missing::no_role(context, &mut problems);
    NEEDED_TO_PLAY
        .iter()
        .for_each(|check| check.report(context, &mut problems));
    problems
}

/// What a code means, why it matters, and an example of the bad and the good; `None` for an unknown code.
pub fn explain(code: &str) -> Option<&'static About> {
    catalogue().find(|about| about.code.eq_ignore_ascii_case(code))
}

/// The records of all checks, in the order of their codes.
pub fn catalogue() -> impl Iterator<Item = &'static About> {
    CHECKS.iter().map(|check| &check.about)
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

    /// Runs one check on a text and compares the pieces of text that it marks.
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
                .all(|problem| problem.code == check.about.code)
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

    /// The codes found in a text, without those that complain of what a short example leaves out.
    fn codes(text: &str, about: &About) -> BTreeSet<&'static str> {
        let complains = |code: &str| {
            CHECKS
                .iter()
                .any(|check| check.about.code == code && check.scope == Scope::Absent)
        };
        let problems = check(&Sheet::read(text));
        let codes = problems.iter().map(|problem| problem.code);
        codes
            .filter(|&code| code == about.code || !complains(code))
            .collect()
    }

    #[test]
    fn examples_show_what_they_say() {
        for about in catalogue() {
            assert_eq!(
                codes(about.bad, about),
                BTreeSet::from([about.code]),
                "bad example of {}",
                about.code
            );
            assert_eq!(
                codes(about.good, about),
                BTreeSet::new(),
                "good example of {}",
                about.code
            );
        }
    }

    #[test]
    fn codes_are_unique_and_in_order() {
        let codes: Vec<_> = catalogue().map(|about| about.code).collect();
        assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
    }

    #[test]
    fn codes_are_explained_whatever_their_case() {
        assert_eq!(
            explain("e016").map(|about| about.title),
            Some("unsafe variable")
        );
        assert!(explain("E999").is_none());
    }

    #[test]
    fn absence_is_not_reported_of_what_could_not_be_read() {
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
