//! The two ways to write rules, and how to tell them apart.

/// A way to write rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// `(<= (legal ?w (mark ?x ?y)) (true (cell ?x ?y b)))`, also called KIF.
    Prefix,
    /// `legal(W, mark(X, Y)) :- true(cell(X, Y, b))`.
    Infix,
}

impl Notation {
    /// The notation that a text seems to be written in.
    ///
    /// What comes first outside of comments decides: an opening parenthesis is prefix if it stands on its own and infix if
    /// it touches the word before it; `:-` is infix. A text with neither reads alike in both notations unless a `%`
    /// comment, a full stop or a quoted name gives infix away.
    pub fn detect(text: &str) -> Notation {
        let mut rest = text;
        let mut comment_of_infix = false;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            match rest.chars().next() {
                Some(mark @ (';' | '%')) => {
                    comment_of_infix |= mark == '%';
                    rest = rest.find(['\n', '\r']).map_or("", |end| &rest[end..]);
                }
                None if comment_of_infix => return Notation::Infix,
                None | Some('(') => return Notation::Prefix,
                Some(_) => match infix_word(rest) {
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

/// Looks at the word that the text starts with: its length if it tells nothing, else the notation that it betrays.
fn infix_word(text: &str) -> Result<usize, Notation> {
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
    fn the_first_telling_thing_decides() {
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
