//! Our table: a row for each sheet.

use super::picture;
use super::published::Published;
use crate::commands::lab::files::{self, csv_line};
use crate::failure::Failure;
use senet_analyze::{Boards, By, Verdict};
use serde::Serialize;
use std::path::Path;

/// A row of our table. Times are seconds of processor time.
#[derive(Serialize)]
pub struct Row {
    /// The sheet.
    pub game: String,
    /// What was published of the same game.
    pub published: Option<&'static Published>,
    /// Questions to the solver about projections.
    pub calls: usize,
    /// Questions about lemmas.
    pub lemma_calls: usize,
    /// Everything, reading and grounding included.
    pub total_s: f64,
    /// The projection that took longest.
    pub max_s: f64,
    /// Projections that are proved, refuted and undecided.
    pub proved: usize,
    pub refuted: usize,
    pub undecided: usize,
    /// The largest projections that are proved.
    pub maximal: Vec<String>,
    /// Lemmas, witnesses and reasons.
    pub notes: Vec<String>,
    /// Why there is no answer at all.
    pub failure: Option<String>,
}

impl Row {
    /// A row without results.
    pub fn new(game: String, published: Option<&'static Published>) -> Row {
        Row {
            game,
            published,
            calls: 0,
            lemma_calls: 0,
            total_s: 0.0,
            max_s: 0.0,
            proved: 0,
            refuted: 0,
            undecided: 0,
            maximal: Vec::new(),
            notes: Vec::new(),
            failure: None,
        }
    }

    /// Fills in what was found.
    pub fn fill(&mut self, boards: &Boards) {
        let count = |verdict| {
            let reports = boards.projections.iter();
            reports.filter(|report| report.verdict == verdict).count()
        };
        self.proved = count(Verdict::Proved);
        self.refuted = count(Verdict::Refuted);
        self.undecided = count(Verdict::Undecided);
        self.calls = boards.calls;
        self.lemma_calls = boards.lemma_calls;
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
                let (named, verdict) = (&report.named, report.verdict.name());
                let note = format!("{named} {verdict}: {}", report.why());
                self.notes.push(note);
            }
        }
        for board in &boards.occupied {
            self.notes
                .push(format!("occupied cells only: {}", board.named));
        }
        self.notes.extend(boards.stopped.clone());
    }
}

/// The names of the columns.
pub fn heading() -> String {
    format!(
        "{:<34} {:>5} {:>9} {:>9}  projections",
        "game", "calls", "total s", "most s"
    )
}

/// A row as text.
pub fn text(row: &Row) -> String {
    let found = match &row.failure {
        Some(failure) => failure.clone(),
        None => row.maximal.join(" "),
    };
    let mut text = format!(
        "{:<34} {:>5} {:>9.4} {:>9.4}  {found}\n",
        row.game, row.calls, row.total_s, row.max_s
    );
    if let Some(published) = &row.published {
        text += &format!("    published as {}\n", published.text());
    }
    for note in &row.notes {
        let short: String = note.chars().take(300).collect();
        text += &format!("    {short}\n");
    }
    text
}

/// All results as files.
pub fn write(folder: &Path, rows: &[Row]) -> Result<(), Failure> {
    let head = "game,published,calls,lemma_calls,total_s,max_s,proved,refuted,undecided,maximal,notes,failure\n";
    let mut csv = head.to_string();
    for row in rows {
        csv += &csv_line(&[
            row.game.clone(),
            row.published.map(Published::text).unwrap_or_default(),
            row.calls.to_string(),
            row.lemma_calls.to_string(),
            format!("{:.6}", row.total_s),
            format!("{:.6}", row.max_s),
            row.proved.to_string(),
            row.refuted.to_string(),
            row.undecided.to_string(),
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
        ("invariant-projections.svg", picture::times(rows)),
    ];
    files::write(folder, &files)
}

/// How many sheets there were, what became of their projections, and which took longest.
pub fn summary(rows: &[Row]) -> String {
    let sum = |part: fn(&Row) -> usize| rows.iter().map(part).sum::<usize>();
    let failed = rows.iter().filter(|row| row.failure.is_some()).count();
    let mut slowest: Vec<&Row> = rows.iter().collect();
    slowest.sort_by(|a, b| b.total_s.total_cmp(&a.total_s));
    let slowest = slowest.into_iter().take(5);
    let slowest: Vec<_> = slowest
        .map(|row| format!("{} {:.2} s", row.game, row.total_s))
        .collect();
    format!(
        "{} sheets, {failed} without an answer; projections: {} proved, {} refuted, {} undecided\nslowest: {}\n",
        rows.len(),
        sum(|row| row.proved),
        sum(|row| row.refuted),
        sum(|row| row.undecided),
        slowest.join(", ")
    )
}
