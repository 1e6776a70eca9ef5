//! Text that is safe on a terminal.

use std::borrow::Cow;

/// Replaces control characters by `?`, byte for byte. Line ends and tabs stay.
///
/// Rules, records and players are written by strangers. An escape sequence in a name could clear the screen of the reader, or
/// change what an earlier line says.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let ends_line = c == '\r' && text[at..].starts_with("\r\n");
        match is_control(c) && !ends_line {
            true => shown.extend(std::iter::repeat_n('?', c.len_utf8())),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(printable(text), expected);
        assert_eq!(printable(text).len(), text.len());
    }

    #[test]
    fn control_characters_become_question_marks() {
        check("plain\ttext é\n", "plain\ttext é\n");
        check("\u{1b}[2Jx\u{7}", "?[2Jx?");
        check("hidden\rshown\r\n", "hidden?shown\r\n");
        // The second form of the escape sequence takes two bytes.
        check("\u{9b}2J", "??2J");
    }
}
