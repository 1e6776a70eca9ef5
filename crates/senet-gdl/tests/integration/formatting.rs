//! Laws of formatting and of the two notations, on public and random sheets.

use crate::common::{meaning, public_sheets, random_sheet};
use proptest::prelude::*;
use senet_gdl::{Notation, Severity, Sheet, TokenKind, convert, format, tokens, write};

fn is_readable(text: &str) -> bool {
    let problems = Sheet::read_as(Notation::Prefix, text).problems;
    problems.iter().all(|p| p.severity() != Severity::Error)
}

/// Returns the comments of a prefix text without marks, sorted, since formatting may move them.
fn comments(text: &str) -> Vec<String> {
    let mut found: Vec<_> = tokens(text)
        .filter(|t| t.kind == TokenKind::Comment)
        .map(|t| {
            t.span
                .of(text)
                .trim_start_matches([';', '%'])
                .trim_end()
                .to_owned()
        })
        .collect();
    found.sort();
    found
}

/// Returns the words and parentheses of a prefix text, in order.
fn words(text: &str) -> Vec<String> {
    tokens(text)
        .filter(|t| !matches!(t.kind, TokenKind::Comment | TokenKind::Space))
        .map(|t| t.span.of(text).to_lowercase())
        .collect()
}

fn assert_formatting_keeps_words_and_comments(name: &str, text: &str) {
    let formatted = format(text).unwrap();
    assert_eq!(words(&formatted), words(text), "{name}");
    assert_eq!(comments(&formatted), comments(text), "{name}");
    assert_eq!(format(&formatted).unwrap(), formatted, "{name}");
    assert!(!formatted.contains("\n\n\n"), "{name}");
}

fn assert_infix_keeps_meaning(name: &str, text: &str) {
    let infix = convert(text, Notation::Infix).unwrap();
    let sheet = Sheet::read_as(Notation::Infix, infix.as_str());
    let original = Sheet::read_as(Notation::Prefix, text).description;
    assert_eq!(sheet.problems, [], "{name}\n{infix}");
    assert_eq!(
        meaning(&sheet.description),
        meaning(&original),
        "{name}\n{infix}"
    );
    let back = convert(&infix, Notation::Prefix).unwrap();
    assert_eq!(
        meaning(&Sheet::read(back.as_str()).description),
        meaning(&original),
        "{name}"
    );
    assert_eq!(comments(&back), comments(text), "{name}\n{infix}");
    assert_eq!(format(&infix).unwrap(), infix, "{name}");
    assert_eq!(format(&back).unwrap(), back, "{name}");
}

fn assert_writing_keeps_meaning(name: &str, text: &str) {
    let original = Sheet::read_as(Notation::Prefix, text).description;
    for notation in [Notation::Prefix, Notation::Infix] {
        let written = Sheet::read_as(notation, write(&original, notation));
        assert_eq!(written.problems, [], "{name}");
        assert_eq!(meaning(&written.description), meaning(&original), "{name}");
    }
}

#[test]
fn public_sheets_keep_meaning_and_comments() {
    for (name, text) in public_sheets() {
        if !is_readable(&text) {
            assert!(format(&text).is_err(), "{name}");
            continue;
        }
        assert_eq!(Notation::detect(&text), Notation::Prefix, "{name}");
        assert_formatting_keeps_words_and_comments(&name, &text);
        assert_infix_keeps_meaning(&name, &text);
        assert_writing_keeps_meaning(&name, &text);
    }
}

/// Pieces of both notations in random order.
fn pieces() -> impl Strategy<Value = Vec<&'static str>> {
    let pieces = vec![
        "(", ")", "(p", "p(", "q", " ", " ", "\n", "; c\n", "% c\n", "<=", " :- ", "or", "(or ",
        "not(", "~", "&", "|", ",", ".", "X", "?x", "_", "'a'", "'", "é", "distinct", "\u{feff}",
        "\r",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn random_sheets_keep_meaning_and_comments(seed: u64) {
        let text = random_sheet(seed);
        prop_assume!(is_readable(&text) && Notation::detect(&text) == Notation::Prefix);
        assert_formatting_keeps_words_and_comments("random", &text);
        assert_infix_keeps_meaning("random", &text);
        assert_writing_keeps_meaning("random", &text);
    }

    #[test]
    fn random_pieces_never_panic(pieces in pieces()) {
        let text = pieces.concat();
        for notation in [Notation::Prefix, Notation::Infix] {
            for problem in Sheet::read_as(notation, text.as_str()).problems {
                prop_assert!(text.get(problem.span.range()).is_some());
            }
        }
        if let Ok(formatted) = format(&text) {
            prop_assert_eq!(format(&formatted).unwrap(), formatted);
        }
    }
}

#[test]
fn rejects_deeply_nested_infix() {
    for deep in [
        "f(".repeat(100_000),
        "p :- ".to_owned() + &"~".repeat(100_000),
        "p :- ".to_owned() + &"(".repeat(100_000),
    ] {
        let sheet = Sheet::read_as(Notation::Infix, deep);
        assert_eq!(sheet.problems[0].code, "E002");
    }
}
