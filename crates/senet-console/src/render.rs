//! Formats problems of rule sheets, as drawings for people and as data for scripts.

use crate::printable::printable;
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, SourceSpan,
};
use senet_gdl::{LineIndex, Problem, Severity, Span};
use serde::Serialize;
use std::io::IsTerminal;

/// Lines with more bytes than this are not drawn.
const LONG_LINE: usize = 1000;

/// Formats the place of a problem as `file:line:column`.
pub fn place(file: &str, text: &str, problem: &Problem) -> String {
    let (line, column) = LineIndex::new(text).position(problem.span.start);
    format!("{file}:{line}:{column}")
}

/// A problem as data. Lines and columns count from 1; the end column is exclusive.
#[derive(Serialize, Debug)]
pub struct ProblemReport {
    /// The file as the user named it.
    pub file: String,
    /// The stable code of the problem.
    pub code: String,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The line where the problem starts.
    pub line: usize,
    /// The column where the problem starts.
    pub column: usize,
    /// The line where the problem ends.
    pub end_line: usize,
    /// The column where the problem ends.
    pub end_column: usize,
    /// The error.
    pub message: String,
    /// How to fix the problem.
    pub help: String,
    /// The joint moves that lead to the problem, if a playout found it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Vec<String>>>,
}

impl ProblemReport {
    /// Creates a report for a span of the text, without a message.
    pub fn new(file: &str, lines: &LineIndex, code: &str, span: Span) -> ProblemReport {
        let (line, column) = lines.position(span.start);
        let (end_line, end_column) = lines.position(span.end);
        ProblemReport {
            file: file.to_string(),
            code: code.to_string(),
            severity: severity_name(if code.starts_with('E') {
                Severity::Error
            } else {
                Severity::Warning
            }),
            line,
            column,
            end_line,
            end_column,
            message: String::new(),
            help: String::new(),
            moves: None,
        }
    }

    /// Creates a report from a problem that the checker found.
    pub fn of(file: &str, lines: &LineIndex, problem: &Problem) -> ProblemReport {
        ProblemReport {
            message: problem.message.clone(),
            help: problem.help.clone(),
            ..ProblemReport::new(file, lines, problem.code, problem.span)
        }
    }
}

/// The name of a severity in the output.
pub fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// Draws a problem with its source lines. Uses colour only on a terminal. Control characters of the sheet are not shown.
pub fn draw(file: &str, text: &str, problem: &Problem) -> String {
    let (file, text, problem) = (&*printable(file), &*printable(text), &printed(problem));
    if on_long_line(text, problem) {
        return describe(file, text, problem);
    }
    let mut labels = vec![LabeledSpan::new_primary_with_span(
        None,
        source_span(problem.span),
    )];
    labels.extend(
        problem.related.iter().map(|(span, words)| {
            LabeledSpan::new_with_span(Some(words.clone()), source_span(*span))
        }),
    );
    let severity = match problem.severity() {
        Severity::Error => miette::Severity::Error,
        Severity::Warning => miette::Severity::Warning,
    };
    let diagnostic = MietteDiagnostic::new(problem.message.clone())
        .with_code(problem.code)
        .with_severity(severity)
        .with_help(problem.help.clone())
        .with_labels(labels);
    let report =
        miette::Report::new(diagnostic).with_source_code(NamedSource::new(file, text.to_string()));
    let mut drawing = String::new();
    match handler().render_report(&mut drawing, report.as_ref()) {
        Ok(()) => drawing,
        Err(_) => describe(file, text, problem),
    }
}

/// Makes the words of a problem printable. They quote names of the sheet.
fn printed(problem: &Problem) -> Problem {
    let words = |text: &str| printable(text).into_owned();
    let related = problem.related.iter();
    Problem {
        message: words(&problem.message),
        help: words(&problem.help),
        related: related.map(|(span, text)| (*span, words(text))).collect(),
        ..problem.clone()
    }
}

fn source_span(span: Span) -> SourceSpan {
    span.range().into()
}

/// Tells whether the drawing would contain a line too long for a screen.
fn on_long_line(text: &str, problem: &Problem) -> bool {
    let related = problem.related.iter().map(|(span, _)| *span);
    related.chain([problem.span]).any(|span| {
        let is_break = |byte: &u8| *byte == b'\n';
        let (before, after) = text
            .as_bytes()
            .split_at((span.start as usize).min(text.len()));
        let left = before.iter().rev().take(LONG_LINE).position(is_break);
        let right = after.iter().take(LONG_LINE).position(is_break);
        left.is_none() && before.len() >= LONG_LINE || right.is_none() && after.len() >= LONG_LINE
    })
}

/// Describes a problem in a few plain lines, with an excerpt of the text.
fn describe(file: &str, text: &str, problem: &Problem) -> String {
    let start = (problem.span.start as usize).min(text.len());
    let excerpt: String = text[start..].chars().take(60).collect();
    format!(
        "{}: {} {}\n  at: {excerpt}\n  help: {}\n",
        place(file, text, problem),
        problem.code,
        problem.message,
        problem.help
    )
}

fn handler() -> GraphicalReportHandler {
    let coloured = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let theme = if coloured {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    GraphicalReportHandler::new_themed(theme).with_width(100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::Sheet;

    #[test]
    fn drawings_have_no_control_characters_of_the_sheet() {
        let sheet = Sheet::read("(role a\u{1b}[2J)\n(legal a\u{1b}[2J x\u{9b}2J)");
        let problems = senet_gdl::check(&sheet);
        assert!(problems.len() > 1, "{problems:?}");
        for problem in &problems {
            let drawn = draw("f\u{7}.kif", &sheet.text, problem);
            // A terminal has colours, so other escape sequences are fine.
            for hostile in ["\u{1b}[2J", "\u{9b}", "\u{7}"] {
                assert!(!drawn.contains(hostile), "{drawn:?}");
            }
        }
    }
}
