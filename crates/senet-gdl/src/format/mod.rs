//! Lays out a whole sheet, in either notation, keeping its comments and paragraphs.
//!
//! A fact takes one line. So does a rule that fits into 100 columns; otherwise its head stands on the first line and each
//! condition on a line of its own, indented by two, and likewise inside an `or` that is still too long. A comment stays
//! with what it stood before or behind; one in the middle of a sentence moves to the line before it. Blank lines between
//! forms stay, at most one in a row.

mod attach;
mod comments;
mod hoist;
mod item;
mod layout;

use crate::description::Description;
use crate::notation::Notation;
use crate::problem::{Problem, Severity};
use crate::sheet::Sheet;

/// The text in the standard layout, in the notation that it is written in. Formatting twice changes nothing more, and the
/// meaning stays the same. A text that cannot be read is left alone; the problems say why.
///
/// ```
/// let text = "(<= (legal ?p go)\n  (true (control ?p)) ) ; whose turn it is";
/// let formatted = senet_gdl::format(text).unwrap();
/// assert_eq!(formatted, "(<= (legal ?p go) (true (control ?p))) ; whose turn it is\n");
/// ```
pub fn format(text: &str) -> Result<String, Vec<Problem>> {
    convert(text, Notation::detect(text))
}

/// The text in the standard layout of the given notation, whichever it is written in; otherwise like [`format`].
///
/// ```
/// use senet_gdl::{Notation, convert};
/// let text = "(<= (legal ?p (mark ?x)) (true (free ?x)) (not (true (over ?p))))";
/// let infix = convert(text, Notation::Infix).unwrap();
/// assert_eq!(infix, "legal(P, mark(X)) :- true(free(X)) & ~true(over(P))\n");
/// ```
pub fn convert(text: &str, to: Notation) -> Result<String, Vec<Problem>> {
    let sheet = Sheet::read(text);
    let errors: Vec<_> = sheet
        .problems
        .iter()
        .filter(|p| p.severity() == Severity::Error)
        .cloned()
        .collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut items = item::forms_of(&sheet, to).map_err(|problem| vec![problem])?;
    let comments = comments::comments(text, sheet.notation);
    let dangling = attach::attach(text, &mut items, comments);
    items.iter_mut().for_each(hoist::hoist);
    Ok(layout::layout(&items, &dangling, to))
}

/// A description as a sheet of its own: one rule after the other in the standard layout.
pub fn write(description: &Description, notation: Notation) -> String {
    let items = item::rules_of(description, notation);
    layout::layout(&items, &[], notation)
}

#[cfg(test)]
mod tests;
