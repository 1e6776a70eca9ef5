//! Collects the comments of a text.

use super::item::Comment;
use crate::infix;
use crate::lexer::{TokenKind, tokens};
use crate::notation::Notation;
use crate::span::Span;

/// A comment and its place.
pub(super) struct PlacedComment {
    /// The comment.
    pub comment: Comment,
    /// The byte offset of the start of the comment.
    pub start: u32,
    /// `true` if the comment is the first item on its line.
    pub own_line: bool,
}

/// Returns all comments of a text, in order.
pub(super) fn comments(text: &str, notation: Notation) -> Vec<PlacedComment> {
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

fn placed(text: &str, span: Span, mark: char) -> PlacedComment {
    let written = span.of(text);
    let rest = written.trim_start_matches(mark);
    PlacedComment {
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

/// Counts the line breaks in the white space before this offset.
pub(super) fn line_breaks_before(text: &str, offset: u32) -> usize {
    let before = &text[..offset as usize];
    let gap = &before[before.trim_end_matches(is_blank).len()..];
    let carriage_returns = gap.matches('\r').count() - gap.matches("\r\n").count();
    gap.matches('\n').count() + carriage_returns
}
