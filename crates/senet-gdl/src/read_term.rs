//! Parses a single term, such as a fluent or a move, without a rule sheet.

use crate::description::Term;
use crate::lower::lower_term;
use crate::parser::parse;
use crate::symbol::Symbols;

/// Parses one term in prefix notation and interns its words; `None` if the text is not exactly one well-formed term.
///
/// ```
/// use senet_gdl::{Symbols, read_term};
/// let mut symbols = Symbols::new();
/// assert!(read_term("(mark 1 1)", &mut symbols).unwrap().is_ground());
/// assert!(read_term("(mark 1 1) extra", &mut symbols).is_none());
/// ```
pub fn read_term(text: &str, symbols: &mut Symbols) -> Option<Term> {
    let mut problems = Vec::new();
    let forms = parse(text, symbols, &mut problems);
    match (&forms[..], problems.is_empty()) {
        ([form], true) => lower_term(form, symbols, &mut problems),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<usize>) {
        let mut symbols = Symbols::new();
        let arity = read_term(text, &mut symbols).map(|term| match term {
            Term::Function(_, args, _) => args.len(),
            _ => 0,
        });
        assert_eq!(arity, expected, "{text}");
    }

    #[test]
    fn accepts_exactly_one_term() {
        check("a", Some(0));
        check("(cell 1 (f ?x) b)", Some(3));
        check("", None);
        check("a b", None);
        check("(cell 1", None);
        check("(cell 1) )", None);
    }
}
