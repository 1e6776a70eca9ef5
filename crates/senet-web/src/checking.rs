//! The problems of a rule sheet, for an editor.

use crate::WebLimits;
use crate::thumbnails::draw_first_state;
use crate::utf16::Offsets;
use senet_gdl::{LineIndex, Problem, Severity, Sheet, Span};
use serde::Serialize;
use utoipa::ToSchema;

/// Maximum number of problems in an answer.
const TOLD: usize = 200;
/// Maximum number of related places of a problem.
const RELATED: usize = 20;
/// The largest picture in bytes that is sent while typing.
const LARGEST_PICTURE: usize = 1 << 20;

/// The result of a check.
#[derive(Serialize, ToSchema, Debug)]
pub struct Checked {
    /// The problems.
    pub problems: Vec<ProblemView>,
    /// The number of further problems.
    pub more: usize,
    /// The roles.
    pub roles: Vec<String>,
    /// True if the sheet can be played.
    pub playable: bool,
    /// The first state, if the sheet can be played.
    pub svg: Option<String>,
    /// Why the first state cannot be played or drawn.
    pub why: Option<String>,
}

/// A problem of a sheet. Positions count UTF-16 units, as browsers do.
#[derive(Serialize, ToSchema, Debug)]
pub struct ProblemView {
    /// The stable code.
    pub code: &'static str,
    /// The severity.
    pub severity: SeverityView,
    /// The problem in words.
    pub message: String,
    /// How to fix the problem.
    pub help: String,
    /// The offset of the start of the problem.
    pub start: usize,
    /// The end of the problem, exclusive.
    pub end: usize,
    /// The line where the problem starts, from 1.
    pub line: usize,
    /// The column where the problem starts, from 1.
    pub column: usize,
    /// Related places.
    pub related: Vec<RelatedView>,
}

/// The severity of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum SeverityView {
    /// Must be fixed.
    Error,
    /// May be intended.
    Warning,
}

/// A place that explains a problem.
#[derive(Serialize, ToSchema, Debug)]
pub struct RelatedView {
    /// The offset of the start of the place.
    pub start: usize,
    /// The end of the place, exclusive.
    pub end: usize,
    /// The explanation.
    pub label: String,
}

/// Checks a sheet, and draws its first state if it has no errors.
pub fn check(rules: &str, limits: &WebLimits) -> Checked {
    let sheet = Sheet::read(rules);
    let problems = senet_gdl::check(&sheet);
    let symbols = &sheet.description.symbols;
    let roles = sheet.description.roles().into_iter();
    let roles = roles.map(|role| symbols.spelling(role).to_string());
    let drawn = match errors(&problems) {
        0 => draw_first_state("the sheet", rules, &limits.for_checks()).map_err(|f| f.message),
        1 => Err("the rules have an error".to_string()),
        n => Err(format!("the rules have {n} errors")),
    };
    let playable = drawn.is_ok();
    let drawn = drawn.and_then(|svg| match svg.len() > LARGEST_PICTURE {
        true => Err("the first state is too large to draw".to_string()),
        false => Ok(svg.to_string()),
    });
    Checked {
        roles: roles.collect(),
        playable,
        svg: drawn.as_ref().ok().cloned(),
        why: drawn.err(),
        more: problems.len().saturating_sub(TOLD),
        problems: views(rules, &problems),
    }
}

/// The number of errors.
pub fn errors(problems: &[Problem]) -> usize {
    let is_error = |problem: &&Problem| problem.severity() == Severity::Error;
    problems.iter().filter(is_error).count()
}

/// The problems for an editor, errors first.
fn views(rules: &str, problems: &[Problem]) -> Vec<ProblemView> {
    let (lines, offsets) = (LineIndex::new(rules), Offsets::new(rules));
    let mut told: Vec<&Problem> = problems.iter().collect();
    told.sort_by_key(|problem| std::cmp::Reverse(problem.severity()));
    told.truncate(TOLD);
    told.sort_by_key(|problem| problem.span.start);
    told.iter().map(|p| view(p, &lines, &offsets)).collect()
}

fn view(problem: &Problem, lines: &LineIndex, offsets: &Offsets) -> ProblemView {
    let place = |span: Span| (offsets.of(span.start), offsets.of(span.end));
    let (start, end) = place(problem.span);
    let (line, column) = lines.position(problem.span.start);
    let related = problem.related.iter().take(RELATED);
    ProblemView {
        code: problem.code,
        severity: match problem.severity() {
            Severity::Error => SeverityView::Error,
            Severity::Warning => SeverityView::Warning,
        },
        message: problem.message.clone(),
        help: problem.help.clone(),
        start,
        end,
        line,
        column,
        related: related
            .map(|(span, label)| {
                let (start, end) = place(*span);
                RelatedView {
                    start,
                    end,
                    label: label.clone(),
                }
            })
            .collect(),
    }
}
