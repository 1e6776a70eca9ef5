//! Laws of reading: they hold for every text whatsoever.

use senet_gdl::{Notation, Sheet, check, convert, format, playable};

/// Reads, checks and formats a text, and panics where a law is broken.
pub fn hold_for(text: &str) {
    let sheet = Sheet::read(text);
    let problems = check(&sheet);
    for problem in &problems {
        let mut spans = problem
            .related
            .iter()
            .map(|(span, _)| *span)
            .chain([problem.span]);
        let stands = spans.all(|span| text.get(span.range()).is_some());
        assert!(stands, "{} stands nowhere in the text", problem.code);
    }
    if playable(&sheet).is_ok() {
        let readable = format(text).is_ok();
        assert!(readable, "what can be played can be laid out");
    }
    if let Ok(formatted) = format(text) {
        assert_eq!(
            format(&formatted).as_ref(),
            Ok(&formatted),
            "laying out twice changes nothing"
        );
    }
    if let Ok(infix) = convert(text, Notation::Infix) {
        assert!(
            convert(&infix, Notation::Prefix).is_ok(),
            "what was translated can be read: {infix}"
        );
    }
}
