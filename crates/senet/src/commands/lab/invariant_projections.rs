//! `senet lab invariant-projections`: the boards of games, beside those that were published.

use super::files::{self, csv_line};
use crate::cli::Common;
use crate::commands::boards::BoardLimits;
use crate::failure::Failure;
use crate::output::Out;
use crate::source::{self, Source};
use crate::{input, progress};
use clap::Args;
use senet_analyze::{Boards, By, Question, Verdict};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A row of the published table: the calls and seconds of the test there, and the projections found.
struct Published {
    name: &'static str,
    calls: usize,
    total: f64,
    longest: f64,
    projections: &'static str,
    /// The public sheets that come nearest, in the folder of games.
    sheets: &'static [&'static str],
}

/// The rows whose games there are public sheets of.
static TABLE: [Published; 7] = [
    row(
        "alquerque",
        (4, 3.76, 1.13),
        "⟨cell, {1, 2}⟩",
        &["stanford/alquerque.kif"],
    ),
    row(
        "chinook",
        (8, 24.45, 5.73),
        "⟨oddcell, {1, 2}⟩ ⟨evencell, {1, 2}⟩",
        &["stanford/chinook.kif"],
    ),
    row(
        "eightpuzzle",
        (6, 0.5, 0.1),
        "⟨cell, {1, 2}⟩ ⟨cell, {3}⟩",
        &["stanford/8puzzle.kif", "base/eightPuzzle.kif"],
    ),
    row(
        "horseshoe",
        (2, 0.02, 0.01),
        "⟨cell, {1}⟩",
        &["stanford/horseshoe.kif"],
    ),
    row(
        "kono",
        (4, 0.42, 0.14),
        "⟨cell, {1, 2}⟩",
        &["stanford/kono.kif"],
    ),
    row(
        "multiplehunter",
        (4, 16.61, 12.72),
        "⟨cell, {1}⟩",
        &["stanford/dual_hunter.kif"],
    ),
    row(
        "tictactoe",
        (4, 0.04, 0.01),
        "⟨cell, {1, 2}⟩",
        &["base/ticTacToe.kif"],
    ),
];

const fn row(
    name: &'static str,
    (calls, total, longest): (usize, f64, f64),
    projections: &'static str,
    sheets: &'static [&'static str],
) -> Published {
    Published {
        name,
        calls,
        total,
        longest,
        projections,
        sheets,
    }
}

/// Invariant projections: the published table (questions to the solver, times, projections) beside ours
///
/// Times are seconds of processor time, grounding included. The published test is asked with --verify-ip; without it, random matches and
/// lemmas help, and what cannot be proved is told with its reason.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab invariant-projections --games ../shared/games\n  \
    senet lab invariant-projections --dir ../shared/games/base --time-limit 10 --out results"
)]
pub struct InvariantProjections {
    /// Folder with the public sheets of the published table (its folders stanford and base)
    #[arg(long, value_name = "DIR", required_unless_present = "dir")]
    games: Option<PathBuf>,
    /// Looks at all sheets of this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Asks only what the published test asks
    #[arg(long)]
    verify_ip: bool,
    /// Folder for the results as CSV and JSON
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    limits: BoardLimits,
}

/// A row of our table.
#[derive(Serialize)]
struct Row {
    game: String,
    published: Option<String>,
    calls: usize,
    total_s: f64,
    max_s: f64,
    maximal: Vec<String>,
    notes: Vec<String>,
    failure: Option<String>,
}

impl InvariantProjections {
    /// Looks at all games.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let sheets = self.sheets()?;
        let bar = progress::bar(sheets.len(), "games");
        let mut rows = Vec::new();
        let mut out = Out::new();
        if !common.json {
            out.line(heading())?;
        }
        for (path, published) in sheets {
            bar.set_message(path.display().to_string());
            let source = source::find(&path.display().to_string(), common)?;
            let row = self.row(&source, published, common.seed);
            bar.inc(1);
            if !common.json {
                bar.suspend(|| out.text(&text(&row)).and_then(|()| out.flush()))?;
            }
            rows.push(row);
        }
        bar.finish_and_clear();
        if common.json {
            out.json(&rows)?;
        }
        match &self.out {
            Some(folder) => write(folder, &rows),
            None => Ok(()),
        }
    }

    fn sheets(&self) -> Result<Vec<(PathBuf, Option<&'static Published>)>, Failure> {
        let mut sheets = Vec::new();
        if let Some(games) = &self.games {
            for published in &TABLE {
                let files = published.sheets.iter().map(|sheet| games.join(sheet));
                sheets.extend(files.map(|file| (file, Some(published))));
            }
        }
        if let Some(folder) = &self.dir {
            sheets.extend(
                input::sheets_in(folder)?
                    .into_iter()
                    .map(|file| (file, None)),
            );
        }
        Ok(sheets)
    }

    fn row(&self, source: &Source, published: Option<&Published>, seed: u64) -> Row {
        let question = match self.verify_ip {
            true => Question::VerifyIp,
            false => Question::Invariant,
        };
        let published = published.map(|row| {
            let Published {
                name,
                calls,
                total,
                longest,
                projections,
                ..
            } = row;
            format!("{name}: {calls} calls, {total} s, at most {longest} s, {projections}")
        });
        let mut row = Row {
            game: format!("{}/{}", source.group, source.name),
            published,
            calls: 0,
            total_s: 0.0,
            max_s: 0.0,
            maximal: Vec::new(),
            notes: Vec::new(),
            failure: None,
        };
        match self.limits.find(source, question, seed) {
            Ok(boards) => row.fill(&boards),
            Err(failure) => row.failure = Some(failure.to_string()),
        }
        row
    }
}

impl Row {
    fn fill(&mut self, boards: &Boards) {
        self.calls = boards.calls;
        self.total_s = boards.total_ms / 1e3;
        self.max_s = boards.max_ms / 1e3;
        self.maximal = boards.maximal.iter().map(ToString::to_string).collect();
        let by_lemmas = boards
            .projections
            .iter()
            .any(|report| report.by == By::Lemmas);
        if by_lemmas {
            self.notes
                .push(format!("lemmas: {}", boards.lemmas.join("; ")));
        }
        for report in &boards.projections {
            if report.verdict != Verdict::Proved && report.by != By::Initial {
                let verdict = match report.verdict {
                    Verdict::Refuted => "refuted",
                    _ => "undecided",
                };
                self.notes
                    .push(format!("{} {verdict}: {}", report.named, report.why()));
            }
        }
        for board in &boards.occupied {
            self.notes
                .push(format!("occupied cells only: {}", board.named));
        }
        self.notes.extend(boards.stopped.clone());
    }
}

fn heading() -> String {
    format!(
        "{:<34} {:>5} {:>9} {:>9}  projections",
        "game", "calls", "total s", "most s"
    )
}

fn text(row: &Row) -> String {
    let found = match &row.failure {
        Some(failure) => failure.clone(),
        None => row.maximal.join(" "),
    };
    let mut text = format!(
        "{:<34} {:>5} {:>9.4} {:>9.4}  {found}\n",
        row.game, row.calls, row.total_s, row.max_s
    );
    if let Some(published) = &row.published {
        text += &format!("    published as {published}\n");
    }
    for note in &row.notes {
        let short: String = note.chars().take(300).collect();
        text += &format!("    {short}\n");
    }
    text
}

fn write(folder: &Path, rows: &[Row]) -> Result<(), Failure> {
    let head = [
        "game",
        "published",
        "calls",
        "total_s",
        "max_s",
        "maximal",
        "notes",
        "failure",
    ];
    let mut csv = csv_line(&head.map(str::to_string));
    for row in rows {
        csv += &csv_line(&[
            row.game.clone(),
            row.published.clone().unwrap_or_default(),
            row.calls.to_string(),
            format!("{:.6}", row.total_s),
            format!("{:.6}", row.max_s),
            row.maximal.join(" "),
            row.notes.join(" | "),
            row.failure.clone().unwrap_or_default(),
        ]);
    }
    let json = serde_json::to_string_pretty(rows)
        .map_err(|error| Failure::new(format!("cannot write the results as JSON: {error}")))?;
    let files = [
        ("invariant-projections.csv", csv),
        ("invariant-projections.json", json),
    ];
    files::write(folder, &files)
}
