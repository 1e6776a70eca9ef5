//! `senet bench`: how fast each reasoner plays, and how long it takes to be ready.

mod page;
mod playouts;
mod row;
mod setup;

use crate::back_end::BackEndArgs;
use crate::cli::Common;
use crate::failure::Failure;
use crate::output::Out;
use crate::progress;
use crate::source::{self, Source};
use clap::{Args, ValueEnum};
use row::Row;
use senet_engine::BackEnd;
use std::path::{Path, PathBuf};

/// Measures random matches per second and set-up times, on one thread
///
/// All times are processor time of the thread, so that other programs do not disturb them. A match that is under way when the
/// time is up is played to its end and counted.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet bench tic-tac-toe connect-four --seconds 2\n  \
    senet bench my-game.kif --back-end reference --json\n  \
    senet bench --group setup --dir sheets --page benchmarks.md"
)]
pub struct Bench {
    /// The games
    #[arg(value_name = "GAME", required_unless_present = "dir")]
    games: Vec<String>,
    /// All rule sheets (.kif) of a folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// What to measure
    #[arg(long, value_enum, default_value_t = Group::Playouts)]
    group: Group,
    /// Seconds of processor time for each game and back end (playouts)
    #[arg(long, value_name = "S", default_value_t = 3.0)]
    seconds: f64,
    /// Writes the table of set-up times to a file in Markdown
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    #[command(flatten)]
    back_end: BackEndArgs,
}

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Group {
    /// Random matches from the initial state
    Playouts,
    /// From the text of the rules to a reasoner that is ready
    Setup,
}

impl Bench {
    /// Measures every game asked for and shows each result as soon as it is there.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let sources = self.sources(common)?;
        let back_ends = self.back_ends();
        let mut out = Out::new();
        if !common.json {
            out.line(row::title(self.group))?;
        }
        let bar = progress::bar(sources.len() * back_ends.len(), "measurements");
        let mut rows = Vec::new();
        for source in &sources {
            for &back_end in &back_ends {
                bar.set_message(source.name.clone());
                let row = self.measure(source, back_end, common)?;
                if !common.json {
                    bar.suspend(|| out.line(row.line()).and_then(|()| out.flush()))?;
                }
                rows.push(row);
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
        self.conclude(&rows, common, &mut out)
    }

    fn measure(
        &self,
        source: &Source,
        back_end: Option<BackEnd>,
        common: &Common,
    ) -> Result<Row, Failure> {
        let mut options = self.back_end.options();
        options.back_end = back_end;
        match self.group {
            Group::Playouts => playouts::measure(source, &options, self.seconds, common.seed),
            Group::Setup => setup::measure(source, &options),
        }
    }

    /// The back ends to measure: all for matches, but the one that is chosen by itself for set-up.
    fn back_ends(&self) -> Vec<Option<BackEnd>> {
        match (self.back_end.back_end, self.group) {
            (Some(asked), _) => vec![Some(asked)],
            (None, Group::Playouts) => BackEnd::ALL.map(Some).to_vec(),
            (None, Group::Setup) => vec![None],
        }
    }

    fn sources(&self, common: &Common) -> Result<Vec<Source>, Failure> {
        let mut sources = Vec::new();
        for game in &self.games {
            sources.push(source::find(game, common)?);
        }
        if let Some(folder) = &self.dir {
            for sheet in sheets(folder)? {
                sources.push(source::find(&sheet.display().to_string(), common)?);
            }
        }
        Ok(sources)
    }

    fn conclude(&self, rows: &[Row], common: &Common, out: &mut Out) -> Result<(), Failure> {
        if let Some(path) = &self.page {
            let written = std::fs::write(path, page::page(rows));
            written.map_err(|error| {
                Failure::new(format!("cannot write {}: {error}", path.display()))
            })?;
        }
        if common.json {
            out.json(&rows)?;
        } else if self.group == Group::Setup {
            out.line(setup::summary(rows))?;
        }
        out.flush()?;
        Ok(())
    }
}

/// The rule sheets of a folder, by name.
fn sheets(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error| crate::input::unreadable(&folder.display().to_string(), &error);
    let mut sheets = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "kif") {
            sheets.push(path);
        }
    }
    sheets.sort();
    if sheets.is_empty() {
        let message = format!("there is no rule sheet (.kif) in {}", folder.display());
        return Err(Failure::new(message).help("check --dir"));
    }
    Ok(sheets)
}
