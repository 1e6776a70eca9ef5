//! Problems of rule sheets, drawn for people and as data for scripts.

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource};
use senet_gdl::{Lines, Problem, Severity, Span};
use serde::Serialize;
use std::io::IsTerminal;

/// `file:line:column` of a problem.
pub fn place(file: &str, text: &str, problem: &Problem) -> String {
    let (line, column) = Lines::new(text).position(problem.span.start);
    format!("{file}:{line}:{column}")
}

/// A problem as data. Lines and columns count from 1; the end is one past the last column.
#[derive(Serialize, Debug)]
pub struct Report {
    /// The file as the user named it.
    pub file: String,
    /// The stable code.
    pub code: String,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// Where it starts.
    pub line: usize,
    /// Where it starts.
    pub column: usize,
    /// Where it ends.
    pub end_line: usize,
    /// Where it ends.
    pub end_column: usize,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
    /// For problems found by play: the joint moves that lead there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Vec<String>>>,
}

impl Report {
    /// A problem at a place of a text.
    pub fn new(file: &str, lines: &Lines, code: &str, span: Span) -> Report {
        let (line, column) = lines.position(span.start);
        let (end_line, end_column) = lines.position(span.end);
        Report {
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

    /// A problem found by reading.
    pub fn of(file: &str, lines: &Lines, problem: &Problem) -> Report {
        Report {
            message: problem.message.clone(),
            help: problem.help.clone(),
            ..Report::new(file, lines, problem.code, problem.span)
        }
    }
}

/// The name of a severity in output.
pub fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// Draws a problem with the lines it is about; colours and curves only on a terminal.
pub fn draw(file: &str, text: &str, problem: &Problem) -> String {
    let label = |(span, words): (Span, &str)| {
        LabeledSpan::new(
            Some(words.to_string()),
            span.start as usize,
            (span.end - span.start) as usize,
        )
    };
    let labels = std::iter::once((problem.span, "here")).chain(
        problem
            .related
            .iter()
            .map(|(span, words)| (*span, words.as_str())),
    );
    let severity = match problem.severity() {
        Severity::Error => miette::Severity::Error,
        Severity::Warning => miette::Severity::Warning,
    };
    let diagnostic = MietteDiagnostic::new(problem.message.clone())
        .with_code(problem.code)
        .with_severity(severity)
        .with_help(problem.help.clone())
        .with_labels(labels.map(label));
    let report =
        miette::Report::new(diagnostic).with_source_code(NamedSource::new(file, text.to_string()));
    let mut drawing = String::new();
    match handler().render_report(&mut drawing, report.as_ref()) {
        Ok(()) => drawing,
        Err(_) => format!(
            "{}: {} {}\n",
            place(file, text, problem),
            problem.code,
            problem.message
        ),
    }
}

fn handler() -> GraphicalReportHandler {
    let out = std::io::stdout().is_terminal();
    let colours = out && std::env::var_os("NO_COLOR").is_none();
    let theme = match (out, colours) {
        (_, true) => GraphicalTheme::unicode(),
        (true, false) => GraphicalTheme::unicode_nocolor(),
        (false, false) => GraphicalTheme::unicode_nocolor(),
    };
    GraphicalReportHandler::new_themed(theme)
}
