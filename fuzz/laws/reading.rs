//! Laws of parsing, checking and formatting. They hold for every text.

use senet_gdl::{Notation, Sheet, check, convert, format, playable_by_force};

/// Parses, checks and formats a text. Panics if a law is violated.
pub fn check_laws(text: &str) {
    let sheet = Sheet::read(text);
    let problems = check(&sheet);
    for problem in &problems {
        let mut spans = problem
            .related
            .iter()
            .map(|(span, _)| *span)
            .chain([problem.span]);
        let in_text = spans.all(|span| text.get(span.range()).is_some());
        assert!(in_text, "a span of {} is not inside the text", problem.code);
    }
    if playable_by_force(&sheet).is_ok() {
        let can_format = format(text).is_ok();
        assert!(can_format, "a playable sheet can be formatted");
    }
    if let Ok(formatted) = format(text) {
        assert_eq!(
            format(&formatted).as_ref(),
            Ok(&formatted),
            "formatting twice changes nothing"
        );
    }
    if let Ok(infix) = convert(text, Notation::Infix) {
        assert!(
            convert(&infix, Notation::Prefix).is_ok(),
            "the infix form can be parsed: {infix}"
        );
    }
}
