//! The checks agree with the public validator on the public sheets.

use crate::common::{public_sheets, render, shared};
use senet_gdl::{
    Notation, Problem, ScrambleOptions, Severity, Sheet, check, playable, scramble, write,
};
use std::collections::BTreeMap;
use std::fs;

/// Returns the text of a public sheet. Prints a note if it is missing.
fn sheet(name: &str) -> Option<String> {
    let found = fs::read_to_string(shared().join("games").join(name)).ok();
    if found.is_none() {
        eprintln!("skipped: no public sheet {name}");
    }
    found
}

/// Returns the objection of the public validator to a sheet; `None` if it did not validate the sheet.
fn objection(name: &str) -> Option<String> {
    let name = name.trim_end_matches(".kif").replace('/', ".");
    let trace = fs::read_to_string(shared().join("traces").join(format!("{name}.jsonl"))).ok()?;
    let head = trace.lines().next().unwrap_or_default();
    let reason = head.split_once("\"validator\":");
    Some(reason.map_or(String::new(), |(_, reason)| reason.to_string()))
}

/// The warnings of rules that Senet plays although they are not valid GDL for other systems.
const NOT_PORTABLE: [&str; 4] = ["W123", "W124", "W125", "W126"];

/// The errors of a sheet, and the warnings of rules that other systems reject.
fn objections(text: &str) -> Vec<Problem> {
    let is_objection = |problem: &Problem| {
        problem.severity() == Severity::Error || NOT_PORTABLE.contains(&problem.code)
    };
    let problems = check(&Sheet::read(text)).into_iter();
    problems.filter(is_objection).collect()
}

/// Returns the code that corresponds to an objection of the public validator.
fn code_of(objection: &str) -> &'static str {
    [
        ("Unsafe rule", "E016"),
        ("Only sentences may be negated", "W124"),
        ("Inconsistent capitalization", "W125"),
    ]
    .into_iter()
    .find(|(reason, _)| objection.contains(reason))
    .unwrap_or_else(|| panic!("unknown objection: {objection}"))
    .1
}

/// Sheets that Senet judges otherwise than the public validator, or that the validator did not see. One uses `next` as the name
/// of a successor table with two columns; in the other the game does not need the unsafe rules.
const EXCEPTIONS: [(&str, &str); 2] = [
    ("stanford/kono.kif", "W123"),
    ("corner-cases/test_case_3b.kif", "W126"),
];

#[test]
fn objections_agree_with_the_public_validator() {
    for (name, text) in public_sheets()
        .iter()
        .filter(|(name, _)| name.ends_with(".kif"))
    {
        let errors = objections(text);
        let mut codes: Vec<_> = errors.iter().map(|problem| problem.code).collect();
        codes.sort_unstable();
        codes.dedup();
        let exception = EXCEPTIONS.iter().find(|(known, _)| known == name);
        let expected = match (exception, objection(name)) {
            (Some((_, code)), _) => vec![*code],
            (None, Some(reason)) if !reason.is_empty() => vec![code_of(&reason)],
            (None, _) => vec![],
        };
        assert_eq!(codes, expected, "{name}\n{}", render(text, &errors));
    }
}

#[test]
fn sheets_are_playable_unless_a_needed_rule_is_unsafe() {
    for (name, text) in public_sheets()
        .iter()
        .filter(|(name, _)| name.ends_with(".kif"))
    {
        let result = playable(&Sheet::read(&**text));
        let is_unsafe = [
            "corner-cases/test_case_3e.kif",
            "corner-cases/test_case_3f.kif",
        ]
        .contains(&&**name);
        assert_eq!(result.is_err(), is_unsafe, "{name}: {:?}", result.err());
    }
}

/// Compares the pieces of text that a code marks in a public sheet.
fn marks(name: &str, code: &str, expected: &[&str]) {
    let Some(text) = sheet(name) else { return };
    let problems = check(&Sheet::read(&*text));
    let marked = problems.iter().filter(|problem| problem.code == code);
    let found: Vec<_> = marked.map(|problem| problem.span.of(&text)).collect();
    assert_eq!(found, expected, "{name}");
}

#[test]
fn marks_known_defects_at_their_places() {
    marks(
        "corner-cases/test_invalid_function_arities_differ.kif",
        "W102",
        &["(a 2 3)"],
    );
    marks(
        "corner-cases/test_invalid_sentence_arities_differ.kif",
        "W101",
        &["( foo bar bar )"],
    );
    marks("corner-cases/test_case_3e.kif", "E016", &["?p", "?p"]);
    marks("corner-cases/test_case_3f.kif", "E016", &["?p", "?p", "?p"]);
    let distinct_cell = [
        "?x", "?y", "?m", "?n", "?y", "?n", "?x", "?y", "?m", "?n", "?x", "?m",
    ];
    marks("corner-cases/test_case_3b.kif", "W126", &distinct_cell);
    marks("base/wargame01.kif", "W125", &["timeout"]);
    let negated = [
        "(distinct p p)",
        "(distinct ?x ?y)",
        "(distinct 3 ?y)",
        "(distinct ?y 3)",
        "(distinct 2 ?y)",
        "(distinct ?y 2)",
        "(distinct p q)",
    ];
    marks("corner-cases/test_clean_not_distinct.kif", "W124", &negated);
}

/// Guards against checks that report far too many problems.
#[test]
fn no_code_occurs_more_often_than_there_are_sheets() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let sheets = public_sheets();
    for (_, text) in sheets.iter().filter(|(name, _)| name.ends_with(".kif")) {
        check(&Sheet::read(&**text))
            .iter()
            .for_each(|problem| *counts.entry(problem.code).or_default() += 1);
    }
    eprintln!("{counts:?}");
    for (code, count) in counts {
        assert!(count <= sheets.len(), "{code} is reported {count} times");
    }
}

/// Counts the reported codes, without those about spelling and layout.
fn codes_of_meaning(text: &str) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for problem in check(&Sheet::read(text)) {
        if !["W125", "W107", "W108", "W111", "W114"].contains(&problem.code) {
            *counts.entry(problem.code).or_default() += 1;
        }
    }
    counts
}

#[test]
fn scrambling_does_not_change_the_reported_codes() {
    for (name, text) in public_sheets()
        .iter()
        .filter(|(name, _)| name.ends_with(".kif"))
    {
        let sheet = Sheet::read(&**text);
        let scrambled = scramble(&sheet.description, 1, &ScrambleOptions::default());
        let other = write(&scrambled.description, Notation::Prefix);
        assert_eq!(codes_of_meaning(&other), codes_of_meaning(text), "{name}");
    }
}
