//! Splits infix notation into tokens. The spans of the tokens cover the text without gaps.

use crate::span::Span;

/// The kind of an infix token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A name, number or variable.
    Word,
    /// A name in single quotes, on one line.
    Quoted,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `,`
    Comma,
    /// `&`
    And,
    /// `|`
    Or,
    /// `~`
    Not,
    /// `:-`
    Arrow,
    /// `.`
    Stop,
    /// A comment: from `%` to the end of the line, without the line break.
    Comment,
    /// White space.
    Space,
    /// A character without a meaning, or an unterminated quote.
    Unknown,
}

/// A token of infix notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub span: Span,
}

/// Returns the tokens of a text, in order.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Token> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (kind, length) = first(&text[at..])?;
        let span = Span::new(at, at + length);
        at += length;
        Some(Token { kind, span })
    })
}

/// Returns the kind and length of the token at the start of the text.
fn first(text: &str) -> Option<(Kind, usize)> {
    let c = text.chars().next()?;
    let single = match c {
        '(' => Kind::Open,
        ')' => Kind::Close,
        ',' => Kind::Comma,
        '&' => Kind::And,
        '|' => Kind::Or,
        '~' => Kind::Not,
        '.' => Kind::Stop,
        ':' if text.starts_with(":-") => return Some((Kind::Arrow, 2)),
        '%' => return Some((Kind::Comment, line_length(text))),
        '\'' => return Some(quotation(text)),
        c if is_space(c) => return Some((Kind::Space, run(text, is_space))),
        c if is_word(c) => return Some((Kind::Word, word_length(text))),
        _ => Kind::Unknown,
    };
    Some((single, c.len_utf8()))
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

fn line_length(text: &str) -> usize {
    run(text, |c| c != '\n' && c != '\r')
}

/// Returns the length of a word. Hyphens inside a word belong to it, since names like `mark-cell` are common.
fn word_length(text: &str) -> usize {
    let mut length = run(text, is_word);
    while let Some(after) = text[length..].strip_prefix('-') {
        let more = run(after, is_word);
        if more == 0 {
            break;
        }
        length += 1 + more;
    }
    length
}

fn quotation(text: &str) -> (Kind, usize) {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' | '\r' => return (Kind::Unknown, at),
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\'' => return (Kind::Quoted, at + 1),
            _ => {}
        }
    }
    (Kind::Unknown, text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(Kind, &str)]) {
        let found: Vec<_> = tokens(text)
            .filter(|t| t.kind != Kind::Space)
            .map(|t| (t.kind, t.span.of(text)))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn splits_names_and_operators() {
        use Kind::*;
        check(
            "to-x(A,'b\\'c') :- ~p.% end\n-",
            &[
                (Word, "to-x"),
                (Open, "("),
                (Word, "A"),
                (Comma, ","),
                (Quoted, "'b\\'c'"),
                (Close, ")"),
                (Arrow, ":-"),
                (Not, "~"),
                (Word, "p"),
                (Stop, "."),
                (Comment, "% end"),
                (Unknown, "-"),
            ],
        );
        check("'ab\nc", &[(Unknown, "'ab"), (Word, "c")]);
    }

    #[test]
    fn tokens_cover_every_byte() {
        for text in ["", "é-(ü % ö\r\n)", "'", "'\\", ":", "a- b", "\u{feff}p"] {
            let joined: String = tokens(text).map(|t| t.span.of(text)).collect();
            assert_eq!(joined, text);
        }
    }
}
