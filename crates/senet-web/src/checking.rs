//! What is wrong with a rule sheet, for an editor.

use crate::Limits;
use crate::thumbnails::draw_first_state;
use crate::utf16::Offsets;
use senet_gdl::{LineIndex, Problem, Severity, Sheet, Span};
use serde::Serialize;
use utoipa::ToSchema;

/// So many problems are told; nobody reads more at once.
const TOLD: usize = 200;
/// So many places that explain a problem are told.
const RELATED: usize = 20;
/// Larger pictures are not sent with every letter that is typed.
const LARGEST_PICTURE: usize = 1 << 20;

/// What there is to say about a sheet.
#[derive(Serialize, ToSchema, Debug)]
pub struct Checked {
    /// What is wrong with it.
    pub problems: Vec<ProblemView>,
    /// So many further problems are not told.
    pub more: usize,
    /// The roles.
    pub roles: Vec<String>,
    /// Whether it can be played as it is.
    pub playable: bool,
    /// The first state, if it can be played.
    pub svg: Option<String>,
    /// Why it cannot be played, or is not drawn.
    pub why: Option<String>,
}

/// A problem of a sheet. Places are counted as browsers count text, in units of UTF-16.
#[derive(Serialize, ToSchema, Debug)]
pub struct ProblemView {
    /// The stable code.
    pub code: &'static str,
    /// How bad it is.
    pub severity: SeverityView,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
    /// Where it starts.
    pub start: usize,
    /// One past its end.
    pub end: usize,
    /// The line in which it starts, from 1 on.
    pub line: usize,
    /// The character of that line, from 1 on.
    pub column: usize,
    /// Other places that explain it.
    pub related: Vec<RelatedView>,
}

/// How bad a problem is.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum SeverityView {
    /// It must be mended.
    Error,
    /// It may be meant so.
    Warning,
}

/// A place that explains a problem.
#[derive(Serialize, ToSchema, Debug)]
pub struct RelatedView {
    /// Where it starts.
    pub start: usize,
    /// One past its end.
    pub end: usize,
    /// What is there.
    pub label: String,
}

/// Checks a sheet, and draws its first state if it has no errors.
pub fn check(rules: &str, limits: &Limits) -> Checked {
    let sheet = Sheet::read(rules);
    let problems = senet_gdl::check(&sheet);
    let symbols = &sheet.description.symbols;
    let roles = sheet.description.roles().into_iter();
    let roles = roles.map(|role| symbols.spelling(role).to_string());
    let drawn = match errors(&problems) {
        0 => draw_first_state("the sheet", rules, &limits.for_checks()).map_err(|f| f.message),
        1 => Err("there is an error in the rules".to_string()),
        n => Err(format!("there are {n} errors in the rules")),
    };
    let playable = drawn.is_ok();
    let drawn = drawn.and_then(|svg| match svg.len() > LARGEST_PICTURE {
        true => Err("the first state is too large to be drawn here".to_string()),
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

/// The problems as editors want them, errors first among those that are told.
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
