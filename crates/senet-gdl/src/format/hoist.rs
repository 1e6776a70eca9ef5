//! Moves comments to places where a line can end, so that formatting the result again does not move them.

use super::item::{Comment, Item, Shape};

/// Moves the comments of an item and of its parts, innermost first.
pub(super) fn hoist(item: &mut Item) {
    item.parts_mut().iter_mut().for_each(hoist);
    match item.shape {
        Shape::Word(_) => lead_with_dangling(item),
        Shape::Apply(..) | Shape::Not(_) => hoist_all(item),
        Shape::Rule(_) => {
            hoist_first(item);
            hoist_last(item);
        }
        Shape::Or(_) | Shape::And(_) => hoist_last(item),
    }
}

/// Moves all comments out of an item that is written on one line, or that starts on the line of its only part.
fn hoist_all(item: &mut Item) {
    hoist_last(item);
    let mut comments = Vec::new();
    for part in item.parts_mut() {
        comments.append(&mut part.leading);
        while let Some(comment) = part.trailing.take() {
            comments.push(comment);
            hoist_last(part);
        }
    }
    lead_with(item, comments);
    lead_with_dangling(item);
}

/// Moves the leading comments of the first part before the item, since both start on the same line.
fn hoist_first(item: &mut Item) {
    if let Some(first) = item.parts_mut().first_mut() {
        let comments = std::mem::take(&mut first.leading);
        lead_with(item, comments);
    }
}

/// Moves the trailing comment of the last part behind the item, since both end on the same line. The last part may then get the trailing comment of
/// its own last part. Does nothing if the item already has a trailing or dangling comment.
fn hoist_last(item: &mut Item) {
    if item.trailing.is_some() || !item.dangling.is_empty() {
        return;
    }
    if let Some(last) = item.parts_mut().last_mut() {
        let comment = last.trailing.take();
        if comment.is_some() {
            hoist_last(last);
        }
        item.trailing = comment;
    }
}

fn lead_with_dangling(item: &mut Item) {
    let comments = std::mem::take(&mut item.dangling);
    lead_with(item, comments);
}

/// Adds leading comments. A blank line before the item moves before them.
fn lead_with(item: &mut Item, mut comments: Vec<Comment>) {
    comments.iter_mut().for_each(|c| c.blank_before = false);
    if let Some(first) = comments.first_mut() {
        first.blank_before = std::mem::take(&mut item.blank_before);
    }
    item.leading.append(&mut comments);
}
