//! `senet tournament export`: writes the results to a file.

use super::data::{self, LoadedTournament};
use clap::{Args, ValueEnum};
use senet_arena::report::{html, matches_csv, ratings_csv, tables_csv};
use senet_arena::store::Store;
use senet_console::{Common, Failure, Out, files};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Writes the results as JSON, as CSV, or as a page with plots
///
/// JSON has the fields of `show --json` and `matches`, each with its seeds, seats and goals. CSV is one table: matches (a row for each seat),
/// ratings, or wins, draws and losses. HTML is a single self-contained file.
#[derive(Args)]
#[command(after_help = "Examples:
  senet tournament export club --format html --out club.html
  senet tournament export club --format csv --table ratings
  senet tournament export club --format json --records --out club.json")]
pub struct Export {
    /// The tournament
    name: String,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Json)]
    format: Format,
    /// The file [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The table to write as CSV
    #[arg(long, value_enum, value_name = "TABLE", default_value_t = Table::Matches)]
    table: Table,
    /// Also writes the records of all matches (JSON only)
    #[arg(long)]
    records: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Json,
    Csv,
    Html,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Table {
    /// A row for each seat of each match
    Matches,
    /// Ratings with intervals
    Ratings,
    /// Wins, draws and losses
    Results,
}

impl Export {
    /// Writes the file.
    pub fn run(&self, folder: &Path, common: &Common) -> Result<(), Failure> {
        let (store, tournament) = data::find_to_read(folder, &self.name)?;
        let known = data::load(&store, tournament, folder)?;
        let text = match self.format {
            Format::Json => self.as_json(&store, &known, folder)?,
            Format::Html => html(&known.tournament, &known.matches, &known.review),
            Format::Csv => match self.table {
                Table::Matches => matches_csv(&known.tournament, &known.matches),
                Table::Ratings => ratings_csv(&known.review),
                Table::Results => tables_csv(&known.review),
            },
        };
        match &self.out {
            Some(file) => write(file, &text, common),
            None if common.json && self.format != Format::Json => {
                let format = self.format.to_possible_value();
                let name = format.as_ref().map(|value| value.get_name());
                Ok(Out::new().json(&json!({"format": name, "text": text}))?)
            }
            None => print(&text),
        }
    }

    fn as_json(
        &self,
        store: &Store,
        known: &LoadedTournament,
        folder: &Path,
    ) -> Result<String, Failure> {
        let unwritable = |error: serde_json::Error| {
            Failure::new(format!("cannot write the results as JSON: {error}"))
                .help("please report this bug")
        };
        let mut value = serde_json::to_value(&known.review).map_err(unwritable)?;
        let mut matches = Vec::new();
        for stored in &known.matches {
            let mut entry = serde_json::to_value(stored).map_err(unwritable)?;
            let plan = &known.tournament.plan;
            let players: Vec<_> = stored
                .seats
                .iter()
                .map(|&player| &plan.players[player])
                .collect();
            entry["seats"] = json!(players);
            entry["game"] = json!(plan.games[stored.game].name);
            if self.records && stored.damage.is_none() {
                let record = store.record(known.tournament.id, stored.number);
                let record = record.map_err(|error| data::failed(&error, folder))?;
                let record: Option<Value> = record
                    .map(|text| serde_json::from_str(&text))
                    .transpose()
                    .map_err(unwritable)?;
                entry["record"] = json!(record);
            }
            matches.push(entry);
        }
        value["matches"] = Value::Array(matches);
        Ok(value.to_string() + "\n")
    }
}

fn write(file: &Path, text: &str, common: &Common) -> Result<(), Failure> {
    files::replace(file, text.as_bytes()).map_err(|error| {
        let message = format!("cannot write {}: {error}", file.display());
        Failure::new(message).help("choose another file for --out")
    })?;
    let mut out = Out::new();
    match common.json {
        true => out.json(&json!({"written": file, "bytes": text.len()}))?,
        false => out.line(format!("wrote {}", file.display()))?,
    }
    Ok(out.flush()?)
}

fn print(text: &str) -> Result<(), Failure> {
    let mut out = Out::new();
    out.text(text)?;
    Ok(out.flush()?)
}
