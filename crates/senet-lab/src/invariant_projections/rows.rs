//! The table of results, with one row per sheet.

use super::found::BoardsFound;
use super::picture;
use super::published::PublishedTimes;
use crate::csv;
use crate::csv::csv_line;
use senet_console::Failure;
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use serde::Serialize;
use std::path::Path;

/// A row of the table.
#[derive(Serialize)]
pub struct SheetRow {
    /// The name of the sheet.
    pub game: String,
    /// The published row of the same game.
    pub published: Option<&'static PublishedTimes>,
    /// The results of the published test alone, if it ran.
    pub test: Option<BoardsFound>,
    /// The results with random matches and lemmas, if that method ran.
    pub own: Option<BoardsFound>,
}

impl SheetRow {
    /// The results of each method that ran, with its name.
    fn asked(&self) -> impl Iterator<Item = (&'static str, &BoardsFound)> {
        let named = [("test", &self.test), ("lemmas", &self.own)];
        named
            .into_iter()
            .filter_map(|(name, found)| Some((name, found.as_ref()?)))
    }

    /// The results of the method with lemmas if it ran, otherwise those of the published test.
    pub fn main(&self) -> Option<&BoardsFound> {
        self.own.as_ref().or(self.test.as_ref())
    }
}

/// The title line of the table.
pub fn heading() -> String {
    "solver calls (about lemmas), CPU seconds in total and for the slowest projection, maximal projections\n".to_string()
}

/// A row as text: one line for the published figures, one per method, and notes.
pub fn text(row: &SheetRow) -> String {
    let mut text = format!("{}\n", row.game);
    if let Some(published) = row.published {
        text += &columns().line(cells![
            "published",
            published.calls,
            "",
            format!("{:.2}", published.total),
            format!("{:.2}", published.longest),
            format!(
                "{} (as {})",
                published.projections.join(" "),
                published.name
            ),
        ]);
        text.push('\n');
    }
    for (name, found) in row.asked() {
        text += &columns().line(found_cells(name, found, row.published));
        text.push('\n');
        for note in &found.notes {
            text += &format!("             {}\n", shortened(note));
        }
    }
    text
}

/// The columns of all rows. Their titles are in the heading.
fn columns() -> TextTable {
    TextTable::new([
        left("").at_least(9),
        right("").at_least(5),
        left("").at_least(7),
        right("").at_least(9),
        right("").at_least(9),
        left(""),
    ])
    .indented(2)
}

fn found_cells(name: &str, found: &BoardsFound, published: Option<&PublishedTimes>) -> [String; 6] {
    let lemmas = match found.lemma_calls {
        0 => String::new(),
        lemmas => format!("(+{lemmas})"),
    };
    let said = match &found.failure {
        Some(failure) => failure.clone(),
        None => found.maximal.join(" "),
    };
    let compared = published.and_then(|published| compared(published, found));
    let compared = compared.unwrap_or_default();
    cells![
        name,
        found.calls,
        lemmas,
        format!("{:.4}", found.total_s),
        format!("{:.4}", found.max_s),
        said + &compared,
    ]
}

/// The comparison of the results with the published row.
fn compared(published: &PublishedTimes, found: &BoardsFound) -> Option<String> {
    let relations = published.relations();
    let (calls, by_prune) = (found.calls_on_published?, found.calls_of_prune?);
    let name = found.compared?.name();
    Some(format!(
        " [{calls} calls about {relations}, {by_prune} of them also made by Prune; {name}]"
    ))
}

/// Shortens a note, because a witness can be a whole state.
fn shortened(note: &str) -> String {
    const MOST: usize = 300;
    match note.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} …", &note[..end]),
        None => note.to_string(),
    }
}

/// Writes all results as files.
pub fn write(folder: &Path, rows: &[SheetRow]) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(rows)
        .map_err(|error| Failure::new(format!("cannot write the results as JSON: {error}")))?;
    let files = [
        ("invariant-projections.csv", csv(rows)),
        ("invariant-projections.json", json),
        ("invariant-projections.svg", picture::times(rows)),
    ];
    csv::write(folder, &files)
}

const COLUMNS: &str = "game,asked,published_as,published_calls,published_total_s,published_max_s,published_projections,calls,calls_on_published,\
    calls_of_prune,lemma_calls,total_s,max_s,proved,refuted,undecided,maximal,compared,notes,failure\n";

/// The table as CSV, with one line per method.
fn csv(rows: &[SheetRow]) -> String {
    let mut csv = COLUMNS.to_string();
    for row in rows {
        for (name, found) in row.asked() {
            csv += &csv_line(&fields(row, name, found));
        }
    }
    csv
}

fn fields(row: &SheetRow, name: &str, found: &BoardsFound) -> Vec<String> {
    let published =
        |part: fn(&PublishedTimes) -> String| row.published.map(part).unwrap_or_default();
    let or_empty = |value: Option<String>| value.unwrap_or_default();
    vec![
        row.game.clone(),
        name.to_string(),
        published(|p| p.name.to_string()),
        published(|p| p.calls.to_string()),
        published(|p| p.total.to_string()),
        published(|p| p.longest.to_string()),
        published(|p| p.projections.join(" ")),
        found.calls.to_string(),
        or_empty(found.calls_on_published.map(|calls| calls.to_string())),
        or_empty(found.calls_of_prune.map(|calls| calls.to_string())),
        found.lemma_calls.to_string(),
        format!("{:.6}", found.total_s),
        format!("{:.6}", found.max_s),
        found.proved.to_string(),
        found.refuted.to_string(),
        found.undecided.to_string(),
        found.maximal.join(" "),
        or_empty(found.compared.map(|compared| compared.name().to_string())),
        found.notes.join(" | "),
        or_empty(found.failure.clone()),
    ]
}
