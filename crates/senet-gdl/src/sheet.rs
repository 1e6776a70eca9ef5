//! A parsed rule sheet: text, syntax tree, description and the problems of the parser.

use crate::description::Description;
use crate::notation::Notation;
use crate::problem::Problem;
use crate::symbol::Symbols;
use crate::tree::SyntaxNode;
use crate::{infix, lower, parser};

/// A parsed rule sheet.
///
/// ```
/// use senet_gdl::{Notation, Sheet};
/// let sheet = Sheet::read("role(white). legal(white, noop) :- true(over).");
/// assert_eq!(sheet.notation, Notation::Infix);
/// assert_eq!((sheet.forms.len(), sheet.problems.len()), (2, 0));
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The source text.
    pub text: String,
    /// The notation of the text.
    pub notation: Notation,
    /// The syntax trees of the forms.
    pub forms: Vec<SyntaxNode>,
    /// The parsed rules.
    pub description: Description,
    /// The problems of the parser. Run [`crate::check`] for all problems.
    pub problems: Vec<Problem>,
}

impl Sheet {
    /// Parses a sheet and detects its notation (see [`Notation::detect`]). Never fails; see [`Sheet::problems`].
    pub fn read(text: impl Into<String>) -> Sheet {
        let text = text.into();
        Sheet::read_as(Notation::detect(&text), text)
    }

    /// Parses a sheet in the given notation. Never fails; see [`Sheet::problems`].
    pub fn read_as(notation: Notation, text: impl Into<String>) -> Sheet {
        let text = text.into();
        let mut symbols = Symbols::new();
        let mut problems = Vec::new();
        let forms = match notation {
            Notation::Prefix => parser::parse(&text, &mut symbols, &mut problems),
            Notation::Infix => infix::parse(&text, &mut symbols, &mut problems),
        };
        let lowered = forms.iter();
        let lowered = lowered.filter_map(|form| lower::lower(form, &symbols, &mut problems));
        let rules = lowered.collect();
        let description = Description { symbols, rules };
        Sheet {
            text,
            notation,
            forms,
            description,
            problems,
        }
    }
}
