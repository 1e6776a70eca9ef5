//! Gives each comment to the part of the sheet that it stands beside.

use super::comments::{Placed, line_breaks_before};
use super::item::{Comment, Item};
use std::collections::VecDeque;

/// Attaches all comments; those after the last form are given back. Also notes the blank lines between the forms.
pub(super) fn attach(text: &str, forms: &mut [Item], comments: Vec<Placed>) -> Vec<Comment> {
    for form in forms.iter_mut() {
        form.blank_before = line_breaks_before(text, form.span.start) > 1;
    }
    attach_within(forms, &mut comments.into(), u32::MAX)
}

/// Attaches the comments before the end to neighbouring parts; what no part follows and none precedes on its line is
/// given back.
fn attach_within(parts: &mut [Item], comments: &mut VecDeque<Placed>, end: u32) -> Vec<Comment> {
    for at in 0..parts.len() {
        let (before, rest) = parts.split_at_mut(at);
        let part = &mut rest[0];
        part.leading = take_until(before.last_mut(), comments, part.span.start);
        let inside = part.span.end;
        part.dangling = attach_within(part.parts_mut(), comments, inside);
    }
    take_until(parts.last_mut(), comments, end)
}

/// Takes the comments before the end; one on the same line as the previous part becomes its trailing comment.
fn take_until(
    mut previous: Option<&mut Item>,
    comments: &mut VecDeque<Placed>,
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
