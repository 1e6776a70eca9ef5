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
        let token = token_at(text, at)?;
        at = token.span.end as usize;
        Some(token)
    })
}

/// The tokens of a text that mean something, from a place on at which one starts.
#[inline]
pub fn significant(text: &str, mut at: usize) -> impl Iterator<Item = Token> + '_ {
    std::iter::from_fn(move || {
        loop {
            match first(&text[at..])? {
                (TokenKind::Space, length) => at += length,
                (TokenKind::Comment, _) => at = token_at(text, at)?.span.end as usize,
                _ => break,
            }
        }
        let token = token_at(text, at)?;
        at = token.span.end as usize;
        Some(token)
    })
}

/// The token that starts at a place; `None` at the end of the text.
#[inline]
fn token_at(text: &str, at: usize) -> Option<Token> {
    let rest = &text[at..];
    let (kind, _) = first(rest)?;
    let length = match kind {
        TokenKind::Open | TokenKind::Close => 1,
        TokenKind::Comment => rest.find(['\n', '\r']).unwrap_or(rest.len()),
        TokenKind::Space | TokenKind::Word => run(rest, kind),
    };
    let span = Span::new(at, at + length);
    Some(Token { kind, span })
}

/// What each ASCII character is: nearly all of nearly all sheets.
static ASCII: [TokenKind; 128] = {
    let mut kinds = [TokenKind::Word; 128];
    let mut byte = 0;
    while byte < kinds.len() {
        kinds[byte] = kind_of(byte as u8 as char);
        byte += 1;
    }
    kinds
};

const fn kind_of(c: char) -> TokenKind {
    match c {
        '(' => TokenKind::Open,
        ')' => TokenKind::Close,
        ';' => TokenKind::Comment,
        // A byte-order mark is invisible: no word should ever start with one.
        c if c.is_whitespace() || c == '\u{feff}' => TokenKind::Space,
        _ => TokenKind::Word,
    }
}

/// What the first character of a text is, and its length in bytes.
#[inline]
fn first(text: &str) -> Option<(TokenKind, usize)> {
    let byte = *text.as_bytes().first()?;
    match ASCII.get(usize::from(byte)) {
        Some(&kind) => Some((kind, 1)),
        None => text.chars().next().map(|c| (kind_of(c), c.len_utf8())),
    }
}

/// Length in bytes of the longest prefix whose characters are all of a kind.
fn run(text: &str, kind: TokenKind) -> usize {
    let mut at = 0;
    while let Some((_, length)) = first(&text[at..]).filter(|(other, _)| *other == kind) {
        at += length;
    }
    at
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
    fn what_means_nothing_is_left_out() {
        let text = "\u{feff}(a ;b\n\t\u{a0}c) ;";
        let kept = significant(text, 0).map(|t| t.span.of(text));
        assert_eq!(kept.collect::<Vec<_>>(), ["(", "a", "c", ")"]);
        assert_eq!(significant(text, 4).next().unwrap().span.of(text), "a");
    }

    #[test]
    fn no_byte_is_lost() {
        for text in ["", "é(ü ; ö\r\n)", ";", ";;\n;", " \u{a0}x", "\u{feff}(a)"] {
            let joined: String = tokens(text).map(|t| t.span.of(text)).collect();
            assert_eq!(joined, text);
        }
    }
}
