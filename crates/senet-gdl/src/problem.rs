//! Problems of rule sheets, as data.

use crate::span::Span;

/// The severity of a problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The rules have a clear meaning, but something is unusual, not portable or probably unintended.
    Warning,
    /// The sheet is not valid GDL, and is not played.
    Error,
}

/// A problem of a rule sheet.
///
/// ```
/// use senet_gdl::{LineIndex, Severity, Sheet};
/// let sheet = Sheet::read("(role x)\n(role y))");
/// let problem = &sheet.problems[0];
/// assert_eq!((problem.code, problem.severity()), ("E001", Severity::Error));
/// assert_eq!(LineIndex::new(&sheet.text).position(problem.span.start), (2, 9));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Stable code: `E…` for errors, `W…` for warnings.
    pub code: &'static str,
    /// The place in the text.
    pub span: Span,
    /// The message, in one sentence.
    pub message: String,
    /// How to fix the problem.
    pub help: String,
    /// Related places, each with a short label.
    pub related: Vec<(Span, String)>,
}

impl Problem {
    /// Creates a problem without related places.
    pub fn new(
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Problem {
        Problem {
            code,
            span,
            message: message.into(),
            help: help.into(),
            related: Vec::new(),
        }
    }

    /// Adds a related place.
    pub fn with(mut self, span: Span, label: impl Into<String>) -> Problem {
        self.related.push((span, label.into()));
        self
    }

    /// The severity, derived from the code.
    pub fn severity(&self) -> Severity {
        if self.code.starts_with('E') {
            Severity::Error
        } else {
            Severity::Warning
        }
    }
}
