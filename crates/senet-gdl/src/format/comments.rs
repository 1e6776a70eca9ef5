//! Finds the comments of a text.

use super::item::Comment;
use crate::infix;
use crate::lexer::{TokenKind, tokens};
use crate::notation::Notation;
use crate::span::Span;

/// A comment and where it stands.
pub(super) struct Placed {
    /// The comment.
    pub comment: Comment,
    /// Where it starts.
    pub start: u32,
    /// Whether nothing else stands before it on its line.
    pub own_line: bool,
}

/// All comments of a text, in order.
pub(super) fn comments(text: &str, notation: Notation) -> Vec<Placed> {
    let spans: Vec<Span> = match notation {
        Notation::Prefix => tokens(text)
            .filter(|t| t.kind == TokenKind::Comment)
            .map(|t| t.span)
            .collect(),
        Notation::Infix => infix::tokens(text)
            .filter(|t| t.kind == infix::Kind::Comment)
            .map(|t| t.span)
            .collect(),
    };
    let mark = notation.comment_mark();
    spans
        .into_iter()
        .map(|span| placed(text, span, mark))
        .collect()
}

fn placed(text: &str, span: Span, mark: char) -> Placed {
    let written = span.of(text);
    let rest = written.trim_start_matches(mark);
    Placed {
        comment: Comment {
            marks: written.len() - rest.len(),
            text: rest.trim_end().to_owned(),
            blank_before: line_breaks_before(text, span.start) > 1,
        },
        start: span.start,
        own_line: line_breaks_before(text, span.start) > 0 || is_at_start(text, span.start),
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

fn is_at_start(text: &str, offset: u32) -> bool {
    text[..offset as usize]
        .trim_end_matches(is_blank)
        .is_empty()
}

/// How many lines end in the white space just before this place.
pub(super) fn line_breaks_before(text: &str, offset: u32) -> usize {
    let before = &text[..offset as usize];
    let gap = &before[before.trim_end_matches(is_blank).len()..];
    let carriage_returns = gap.matches('\r').count() - gap.matches("\r\n").count();
    gap.matches('\n').count() + carriage_returns
}
