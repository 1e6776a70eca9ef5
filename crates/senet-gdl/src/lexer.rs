//! Splits prefix notation (KIF) into tokens. The spans of the tokens cover the text without gaps.

use crate::span::Span;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A maximal run of other characters: a name, number or variable.
    Word,
    /// A comment: from `;` to the end of the line, without the line break.
    Comment,
    /// White space.
    Space,
}

/// A token of prefix notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceToken {
    /// The kind.
    pub kind: TokenKind,
    /// The place in the text.
    pub span: Span,
}

/// Returns the tokens of a text in prefix notation, in order.
///
/// ```
/// use senet_gdl::{TokenKind, tokens};
/// let text = "(role x) ; first";
/// let words = tokens(text).filter(|token| token.kind == TokenKind::Word);
/// let words: Vec<&str> = words.map(|token| token.span.of(text)).collect();
/// assert_eq!(words, ["role", "x"]);
/// ```
pub fn tokens(text: &str) -> impl Iterator<Item = SourceToken> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let token = token_at(text, at)?;
        at = token.span.end as usize;
        Some(token)
    })
}

/// Returns the tokens from offset `at` on, without white space and comments. A token must start at `at`.
#[inline]
pub fn significant(text: &str, mut at: usize) -> impl Iterator<Item = SourceToken> + '_ {
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

/// Returns the token that starts at an offset; `None` at the end of the text.
#[inline]
fn token_at(text: &str, at: usize) -> Option<SourceToken> {
    let rest = &text[at..];
    let (kind, _) = first(rest)?;
    let length = match kind {
        TokenKind::Open | TokenKind::Close => 1,
        TokenKind::Comment => rest.find(['\n', '\r']).unwrap_or(rest.len()),
        TokenKind::Space | TokenKind::Word => run(rest, kind),
    };
    let span = Span::new(at, at + length);
    Some(SourceToken { kind, span })
}

/// The kind of each ASCII character, for speed: sheets consist almost only of ASCII.
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
        // A byte-order mark is invisible, so it counts as white space.
        c if c.is_whitespace() || c == '\u{feff}' => TokenKind::Space,
        _ => TokenKind::Word,
    }
}

/// Returns the kind and the length in bytes of the first character.
#[inline]
fn first(text: &str) -> Option<(TokenKind, usize)> {
    let byte = *text.as_bytes().first()?;
    match ASCII.get(usize::from(byte)) {
        Some(&kind) => Some((kind, 1)),
        None => text.chars().next().map(|c| (kind_of(c), c.len_utf8())),
    }
}

/// Returns the length in bytes of the longest prefix whose characters are all of this kind.
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
    fn skips_white_space_and_comments() {
        let text = "\u{feff}(a ;b\n\t\u{a0}c) ;";
        let kept = significant(text, 0).map(|t| t.span.of(text));
        assert_eq!(kept.collect::<Vec<_>>(), ["(", "a", "c", ")"]);
        assert_eq!(significant(text, 4).next().unwrap().span.of(text), "a");
    }

    #[test]
    fn tokens_cover_every_byte() {
        for text in ["", "é(ü ; ö\r\n)", ";", ";;\n;", " \u{a0}x", "\u{feff}(a)"] {
            let joined: String = tokens(text).map(|t| t.span.of(text)).collect();
            assert_eq!(joined, text);
        }
    }
}
