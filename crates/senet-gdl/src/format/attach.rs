//! Attaches each comment to the neighbouring item.

use super::comments::{PlacedComment, line_breaks_before};
use super::item::{Comment, Item};
use std::collections::VecDeque;

/// Attaches all comments and marks blank lines between forms. Returns the comments after the last form.
pub(super) fn attach(text: &str, forms: &mut [Item], comments: Vec<PlacedComment>) -> Vec<Comment> {
    for form in forms.iter_mut() {
        form.blank_before = line_breaks_before(text, form.span.start) > 1;
    }
    attach_within(forms, &mut comments.into(), u32::MAX)
}

/// Attaches the comments before `end` to neighbouring parts. Returns those that follow the last part on lines of their own.
fn attach_within(
    parts: &mut [Item],
    comments: &mut VecDeque<PlacedComment>,
    end: u32,
) -> Vec<Comment> {
    for at in 0..parts.len() {
        let (before, rest) = parts.split_at_mut(at);
        let part = &mut rest[0];
        part.leading = take_until(before.last_mut(), comments, part.span.start);
        let inside = part.span.end;
        part.dangling = attach_within(part.parts_mut(), comments, inside);
    }
    take_until(parts.last_mut(), comments, end)
}

/// Takes the comments before `end`. A comment on the line of the previous part becomes its trailing comment.
fn take_until(
    mut previous: Option<&mut Item>,
    comments: &mut VecDeque<PlacedComment>,
    end: u32,
) -> Vec<Comment> {
    let mut taken = Vec::new();
    while comments.front().is_some_and(|placed| placed.start < end) {
        let Some(placed) = comments.pop_front() else {
            break;
        };
        match previous.as_deref_mut() {
            Some(item) if !placed.own_line && item.trailing.is_none() && taken.is_empty() => {
                item.trailing = Some(placed.comment);
            }
            _ => taken.push(placed.comment),
        }
    }
    taken
}
