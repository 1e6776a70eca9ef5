//! A rule sheet as read: text, tree, description, and what was wrong with the reading.

use crate::description::Description;
use crate::problem::Problem;
use crate::symbol::Symbols;
use crate::tree::Node;
use crate::{lower, parser};

/// Everything known of a rule sheet after reading it.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The text itself.
    pub text: String,
    /// The forms of the sheet.
    pub forms: Vec<Node>,
    /// What they mean.
    pub description: Description,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

impl Sheet {
    /// Reads a sheet. Never fails; see [`Sheet::problems`].
    pub fn read(text: impl Into<String>) -> Sheet {
        let text = text.into();
        let mut symbols = Symbols::new();
        let mut problems = Vec::new();
        let forms = parser::parse(&text, &mut symbols, &mut problems);
        let description = lower::lower(&forms, symbols, &mut problems);
        Sheet {
            text,
            forms,
            description,
            problems,
        }
    }
}
