//! Formats a sheet in either notation and keeps its comments and blank lines.
//!
//! A fact occupies one line, and so does a rule that fits into 100 columns. In a longer rule the head is on the first line,
//! and each condition is on its own line, indented by two columns. The same holds for a long `or`. A comment stays next to
//! its form or condition; a comment inside a sentence moves to the line before it. Single blank lines between forms stay.

mod attach;
mod comments;
mod hoist;
mod item;
mod layout;

use crate::description::Description;
use crate::notation::Notation;
use crate::problem::{Problem, Severity};
use crate::sheet::Sheet;

/// Formats a text in its own notation. Formatting keeps the meaning, and formatting twice changes nothing more. Returns the
/// errors of a text that cannot be parsed.
///
/// ```
/// let text = "(<= (legal ?p go)\n  (true (control ?p)) ) ; whose turn it is";
/// let formatted = senet_gdl::format(text).unwrap();
/// assert_eq!(formatted, "(<= (legal ?p go) (true (control ?p))) ; whose turn it is\n");
/// ```
pub fn format(text: &str) -> Result<String, Vec<Problem>> {
    convert(text, Notation::detect(text))
}

/// Formats a text like [`format()`], but converts it to the given notation.
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

/// Writes the rules of a description in the standard layout.
///
/// ```
/// use senet_gdl::{Notation, Sheet, write};
/// let description = Sheet::read("(role x)(<= terminal (true over))").description;
/// assert_eq!(write(&description, Notation::Infix), "role(x)\nterminal :- true(over)\n");
/// ```
pub fn write(description: &Description, notation: Notation) -> String {
    let items = item::rules_of(description, notation);
    layout::layout(&items, &[], notation)
}

#[cfg(test)]
mod tests;
