//! A rule sheet as read: text, tree, description, and what was wrong with the reading.

use crate::description::Description;
use crate::notation::Notation;
use crate::problem::Problem;
use crate::symbol::Symbols;
use crate::tree::Node;
use crate::{infix, lower, parser};

/// Everything known of a rule sheet after reading it.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The text itself.
    pub text: String,
    /// How it is written.
    pub notation: Notation,
    /// The forms of the sheet.
    pub forms: Vec<Node>,
    /// What they mean.
    pub description: Description,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

impl Sheet {
    /// Reads a sheet in whichever notation it is written, which the first parenthesis tells: see [`Notation::detect`].
    /// Never fails; see [`Sheet::problems`].
    pub fn read(text: impl Into<String>) -> Sheet {
        let text = text.into();
        Sheet::read_as(Notation::detect(&text), text)
    }

    /// Reads a sheet in the given notation. Never fails; see [`Sheet::problems`].
    pub fn read_as(notation: Notation, text: impl Into<String>) -> Sheet {
        let text = text.into();
        let mut symbols = Symbols::new();
        let mut problems = Vec::new();
        let forms = match notation {
            Notation::Prefix => parser::parse(&text, &mut symbols, &mut problems),
            Notation::Infix => infix::parse(&text, &mut symbols, &mut problems),
        };
        let meanings = forms.iter();
        let meanings = meanings.filter_map(|form| lower::lower(form, &symbols, &mut problems));
        let rules = meanings.collect();
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

/// The description of a text and what was wrong with reading it, as a sheet has them, without ever having the whole tree.
pub(crate) fn describe(text: &str) -> (Description, Vec<Problem>) {
    if Notation::detect(text) == Notation::Infix {
        let sheet = Sheet::read_as(Notation::Infix, text);
        return (sheet.description, sheet.problems);
    }
    let mut symbols = Symbols::new();
    let (mut problems, mut meaningless) = (Vec::new(), Vec::new());
    let mut rules = Vec::new();
    parser::parse_each(text, &mut symbols, &mut problems, |form, symbols| {
        rules.extend(lower::lower(&form, symbols, &mut meaningless));
    });
    problems.append(&mut meaningless);
    (Description { symbols, rules }, problems)
}
