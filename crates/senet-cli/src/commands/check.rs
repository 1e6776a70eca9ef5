//! `senet check`: reports the problems of rule sheets and their places.

use super::explain;
use crate::plural::plural;
use clap::Args;
use senet_console::{
    BackEndArgs, Common, Failure, MAX_STEPS, Out, message,
    render::{self, ProblemReport},
    source,
};
use senet_engine::{DeadlineGame, load};
use senet_gdl::{LineIndex, Problem, Severity, Sheet, Span, Symbol};
use senet_trace::{Declarations, PlayCheckOptions, PlayProblem, UNPLAYED, check_by_play};

/// Maximum number of problems that are drawn for one file.
const DRAWN: usize = 50;

/// Validates rule sheets: reports all problems, each with its place and a remedy
///
/// Exits with 1 if there are errors. Warnings alone do not fail.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet check my-game.kif\n  senet check library/*/rules.kif --play 100\n  \
    senet check my-game.kif --json\n  senet check --explain E016"
)]
pub struct Check {
    /// Rule sheets (each may be any GAME)
    #[arg(required_unless_present = "explain", value_name = "FILE")]
    files: Vec<String>,
    /// Also plays N random matches and reports the problems found there
    #[arg(long, value_name = "N")]
    play: Option<usize>,
    /// A match with more moves than this counts as endless
    #[arg(long, value_name = "N", default_value_t = MAX_STEPS)]
    max_steps: usize,
    /// Explains the check with this code, such as E016
    #[arg(long, value_name = "CODE")]
    explain: Option<String>,
    #[command(flatten)]
    back_end: BackEndArgs,
}

impl Check {
    /// Checks all files.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        if let Some(code) = &self.explain {
            return explain::run(code, common);
        }
        let mut out = Out::new();
        let mut reports = Vec::new();
        for file in &self.files {
            let found = self.check_file(file, common, &mut out)?;
            reports.extend(found);
        }
        let count = |name| reports.iter().filter(|r| r.severity == name).count();
        let (errors, warnings) = (count("error"), count("warning"));
        if common.json {
            out.json(&reports)?;
        } else {
            let files = plural(self.files.len(), "file");
            let (errors, warnings) = (plural(errors, "error"), plural(warnings, "warning"));
            out.line(format!("{files} checked: {errors}, {warnings}"))?;
        }
        out.flush()?;
        if errors == 0 {
            Ok(())
        } else {
            Err(Failure::No)
        }
    }

    /// Checks one file. Prints its problems at once unless the output is JSON.
    fn check_file(
        &self,
        file: &str,
        common: &Common,
        out: &mut Out,
    ) -> Result<Vec<ProblemReport>, Failure> {
        let source = match source::find(file, common) {
            Ok(source) => source,
            Err(Failure::Told { message, help }) => {
                return unreadable(file, message, help.unwrap_or_default(), common, out);
            }
            Err(other) => return Err(other),
        };
        let sheet = Sheet::read(source.text.as_str());
        let problems = senet_gdl::check(&sheet);
        let lines = LineIndex::new(&source.text);
        let mut reports: Vec<_> = problems
            .iter()
            .map(|problem| ProblemReport::of(file, &lines, problem))
            .collect();
        if !common.json {
            draw_problems(out, file, &source.text, &problems)?;
        }
        let clean = problems
            .iter()
            .all(|problem| problem.severity() == Severity::Warning);
        match self.play {
            Some(_) if !clean => message!("{file} was not played: fix the errors first"),
            Some(matches) => {
                for problem in self.play(&sheet, matches, common) {
                    reports.push(dynamic_report(file, &lines, &sheet, problem));
                }
            }
            None => {}
        }
        if !common.json {
            let mut by_play = reports.iter().skip(problems.len());
            by_play.try_for_each(|report| draw_dynamic(out, report))?;
        }
        Ok(reports)
    }

    /// Plays random matches. If a limit stops them, that limit is the only problem reported.
    fn play(&self, sheet: &Sheet, matches: usize, common: &Common) -> Vec<PlayProblem> {
        let played = self.try_to_play(sheet, matches, common);
        played.unwrap_or_else(|message| {
            vec![PlayProblem {
                check: UNPLAYED,
                message,
                moves: Vec::new(),
                matches: 0,
            }]
        })
    }

    fn try_to_play(
        &self,
        sheet: &Sheet,
        matches: usize,
        common: &Common,
    ) -> Result<Vec<PlayProblem>, String> {
        let options = self.back_end.options(common);
        let loaded = load(sheet, &options).map_err(|error| error.to_string())?;
        let declared = Declarations::of(&loaded.description, &options.limits);
        let declared = declared.map_err(|stopped| stopped.to_string())?;
        let how = PlayCheckOptions {
            matches,
            seed: common.seed,
            max_steps: self.max_steps,
        };
        let game = DeadlineGame::new(loaded.game, common.deadline().clone());
        check_by_play(&game, &declared, how).map_err(|stopped| stopped.to_string())
    }
}

fn draw_problems(
    out: &mut Out,
    file: &str,
    text: &str,
    problems: &[Problem],
) -> Result<(), Failure> {
    for problem in problems.iter().take(DRAWN) {
        out.coloured(&render::draw(file, text, problem))?;
    }
    if problems.len() > DRAWN {
        let more = problems.len() - DRAWN;
        out.line(format!(
            "… and {more} more problems in {file}; --json lists them all"
        ))?;
    }
    Ok(())
}

/// Reports an unreadable file as a problem, so that the other files are still checked.
fn unreadable(
    file: &str,
    message: String,
    help: String,
    common: &Common,
    out: &mut Out,
) -> Result<Vec<ProblemReport>, Failure> {
    if !common.json {
        out.flush()?;
        message!("error: {message}\nhelp: {help}");
    }
    let report = ProblemReport::new(file, &LineIndex::new(""), "E000", Span::default());
    Ok(vec![ProblemReport {
        message,
        help,
        ..report
    }])
}

/// Problems found by play have no place in the text. The first rule of the relation is shown instead.
fn dynamic_report(
    file: &str,
    lines: &LineIndex,
    sheet: &Sheet,
    problem: PlayProblem,
) -> ProblemReport {
    let relation = match problem.check.code {
        "E200" => Symbol::ROLE,
        "E201" => Symbol::LEGAL,
        "E204" => Symbol::BASE,
        "E205" => Symbol::INPUT,
        "E206" => Symbol::TERMINAL,
        _ => Symbol::GOAL,
    };
    let rules = sheet.description.rules.iter();
    let rule = rules.clone().find(|rule| rule.head.relation == relation);
    let span = rule.map(|rule| rule.head.span).unwrap_or_default();
    let is_played = problem.matches > 0;
    let message = match is_played {
        true => format!(
            "{} (in {} of the matches)",
            problem.message, problem.matches
        ),
        false => problem.message,
    };
    ProblemReport {
        message,
        help: problem.check.why.to_string(),
        moves: is_played.then_some(problem.moves),
        ..ProblemReport::new(file, lines, problem.check.code, span)
    }
}

fn draw_dynamic(out: &mut Out, report: &ProblemReport) -> Result<(), Failure> {
    out.line(format!(
        "{} ({}): {}",
        report.code, report.severity, report.message
    ))?;
    match report.moves.as_deref() {
        None => {}
        Some([]) => out.line("  in the initial state")?,
        Some(moves) => {
            out.line(format!("  after {}:", plural(moves.len(), "joint move")))?;
            for (number, joint) in (1..).zip(moves) {
                out.line(format!("  {number:4}. {}", joint.join("  ")))?;
            }
        }
    }
    out.line(format!("  help: {}\n", report.help))?;
    Ok(())
}
