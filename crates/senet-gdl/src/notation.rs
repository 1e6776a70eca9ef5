//! The two notations of GDL and their detection.

/// A notation for rules.
///
/// ```
/// use senet_gdl::Notation;
/// assert_eq!(Notation::detect("(role white)"), Notation::Prefix);
/// assert_eq!(Notation::detect("role(white)"), Notation::Infix);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// `(<= (legal ?w (mark ?x ?y)) (true (cell ?x ?y b)))`, also called KIF.
    Prefix,
    /// `legal(W, mark(X, Y)) :- true(cell(X, Y, b))`.
    Infix,
}

impl Notation {
    /// Detects the notation of a text.
    ///
    /// The first evidence outside of comments decides. An opening parenthesis directly after a word means infix, any other parenthesis means prefix;
    /// `:-`, a quoted name or a full stop means infix. A text without any of these is infix if it has `%` comments, otherwise prefix.
    pub fn detect(text: &str) -> Notation {
        let mut rest = text;
        let mut has_infix_comment = false;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            match rest.chars().next() {
                Some(mark @ (';' | '%')) => {
                    has_infix_comment |= mark == '%';
                    rest = rest.find(['\n', '\r']).map_or("", |end| &rest[end..]);
                }
                None if has_infix_comment => return Notation::Infix,
                None | Some('(') => return Notation::Prefix,
                Some(_) => match examine_word(rest) {
                    Ok(length) => rest = &rest[length..],
                    Err(notation) => return notation,
                },
            }
        }
    }

    /// The character that starts a comment.
    pub fn comment_mark(self) -> char {
        match self {
            Notation::Prefix => ';',
            Notation::Infix => '%',
        }
    }
}

/// Examines the first word of a text. Returns its length if it fits both notations, otherwise the notation.
fn examine_word(text: &str) -> Result<usize, Notation> {
    let length = text
        .find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | '\u{feff}'))
        .unwrap_or(text.len())
        .max(1);
    let Some((word, after)) = text.split_at_checked(length) else {
        return Err(Notation::Prefix);
    };
    if word == ")" {
        return Err(Notation::Prefix);
    }
    if after.starts_with('(')
        || word.contains(":-")
        || word.starts_with('\'')
        || word.ends_with('.')
    {
        return Err(Notation::Infix);
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_the_notation_by_the_first_evidence() {
        for text in [
            "",
            "; role(x)\n(role x)",
            "p (q)",
            "\u{feff}(a)",
            ")",
            "p q",
            "é (x)",
        ] {
            assert_eq!(Notation::detect(text), Notation::Prefix, "{text}");
        }
        for text in [
            "role(x)",
            "% (\nrole(x)",
            "p\nq :- r",
            "p:-q",
            "p.",
            "% only a comment",
            "'White'",
            "'a b'(x)",
        ] {
            assert_eq!(Notation::detect(text), Notation::Infix, "{text}");
        }
    }
}
