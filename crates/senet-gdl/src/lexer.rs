//! Splits the prefix notation (KIF) into tokens without losing a byte: the tokens' spans tile the text.

use crate::span::Span;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A maximal run of anything that is no parenthesis, white space or comment.
    Word,
    /// From `;` to the end of the line, the line break not included.
    Comment,
    /// White space.
    Space,
}

/// A piece of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

/// The tokens of a text, in order.
pub fn tokens(text: &str) -> impl Iterator<Item = Token> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let first = text[at..].chars().next()?;
        let kind = kind_of(first);
        let length = match kind {
            TokenKind::Open | TokenKind::Close => 1,
            TokenKind::Comment => run(&text[at..], |c| c != '\n' && c != '\r'),
            TokenKind::Space | TokenKind::Word => run(&text[at..], |c| kind_of(c) == kind),
        };
        let span = Span::new(at, at + length);
        at += length;
        Some(Token { kind, span })
    })
}

fn kind_of(c: char) -> TokenKind {
    match c {
        '(' => TokenKind::Open,
        ')' => TokenKind::Close,
        ';' => TokenKind::Comment,
        // A byte-order mark is invisible: no word should ever start with one.
        c if c.is_whitespace() || c == '\u{feff}' => TokenKind::Space,
        _ => TokenKind::Word,
    }
}

/// Length in bytes of the longest prefix whose characters all satisfy the predicate.
fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(TokenKind, &str)]) {
        let found: Vec<_> = tokens(text).map(|t| (t.kind, t.span.of(text))).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn splits_words_parentheses_and_comments() {
        use TokenKind::*;
        check(
            "(a+b ?x;end)\n)",
            &[
                (Open, "("),
                (Word, "a+b"),
                (Space, " "),
                (Word, "?x"),
                (Comment, ";end)"),
                (Space, "\n"),
                (Close, ")"),
            ],
        );
    }

    #[test]
    fn no_byte_is_lost() {
        for text in ["", "é(ü ; ö\r\n)", ";", ";;\n;", " \u{a0}x", "\u{feff}(a)"] {
            let joined: String = tokens(text).map(|t| t.span.of(text)).collect();
            assert_eq!(joined, text);
        }
    }
}
