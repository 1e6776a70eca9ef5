//! What is wrong with a rule sheet: data with a code and a span, never an exception.

use crate::span::Span;

/// How bad a problem is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The sheet is readable and playable, but something looks unintended or not portable.
    Warning,
    /// The sheet is not valid GDL.
    Error,
}

/// One problem of one sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Stable code: `E…` for errors, `W…` for warnings.
    pub code: &'static str,
    /// Where it is.
    pub span: Span,
    /// What is wrong here, in one sentence.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Other places that explain it, each with a short label.
    pub related: Vec<(Span, String)>,
}

impl Problem {
    /// A problem without related places.
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

    /// Adds a place that explains the problem.
    pub fn with(mut self, span: Span, label: impl Into<String>) -> Problem {
        self.related.push((span, label.into()));
        self
    }

    /// The severity, which the code tells.
    pub fn severity(&self) -> Severity {
        if self.code.starts_with('E') {
            Severity::Error
        } else {
            Severity::Warning
        }
    }
}
