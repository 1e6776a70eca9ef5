//! `senet lab invariant-projections`: finds the boards of games and compares them with the published ones.

mod found;
mod picture;
mod published;
mod rows;
mod summary;

use clap::Args;
use found::BoardsFound;
use published::{PublishedTimes, TABLE};
use rows::{SheetRow, heading, text, write};
use senet_analyze::BoardQuestion;
use senet_console::{BoardLimits, Common, Failure, Out, Source, clock, input, progress, source};
use std::path::PathBuf;
use summary::summary;

/// Compares our invariant projections, solver calls and times with the published table
///
/// Each sheet of the published table is analysed twice: with the published test alone, then with random matches and lemmas.
/// Every unproved projection comes with a witness or a reason. There are two counts of solver calls: all of them, and those
/// about the relations of the published row. Times are CPU seconds and include grounding.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab invariant-projections --games ../shared/games\n  \
    senet lab invariant-projections --dir ../shared/games/base --out results"
)]
pub struct InvariantProjections {
    /// Folder with the public sheets of the published table (in its folders stanford and base)
    #[arg(long, value_name = "DIR", required_unless_present = "dir")]
    games: Option<PathBuf>,
    /// Analyses all sheets of this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Runs only the published test
    #[arg(long)]
    verify_ip: bool,
    /// Folder for the results as CSV, JSON and SVG
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    limits: BoardLimits,
}

impl InvariantProjections {
    /// Analyses all games.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let sheets = self.sheets()?;
        let bar = progress::bar(sheets.len(), "games");
        let mut rows = Vec::new();
        let mut out = Out::new();
        if !common.json {
            out.line(heading())?;
        }
        for (path, published) in sheets {
            if common.deadline().is_over() {
                break;
            }
            bar.set_message(path.display().to_string());
            let source = source::find(&path.display().to_string(), common)?;
            let row = self.row(&source, published, common);
            bar.inc(1);
            if !common.json {
                bar.suspend(|| out.text(&text(&row)).and_then(|()| out.flush()))?;
            }
            rows.push(row);
        }
        bar.finish_and_clear();
        match common.json {
            true => out.json(&rows)?,
            false => out.text(&summary(&rows))?,
        }
        out.flush()?;
        match &self.out {
            Some(folder) => write(folder, &rows),
            None => Ok(()),
        }
    }

    fn sheets(&self) -> Result<Vec<(PathBuf, Option<&'static PublishedTimes>)>, Failure> {
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

    fn row(
        &self,
        source: &Source,
        published: Option<&'static PublishedTimes>,
        common: &Common,
    ) -> SheetRow {
        let ask = |question| self.found(source, published, question, common);
        let asks_test = self.verify_ip || published.is_some();
        SheetRow {
            game: format!("{}/{}", source.group, source.name),
            published,
            test: asks_test.then(|| ask(BoardQuestion::VerifyIp)),
            own: (!self.verify_ip).then(|| ask(BoardQuestion::Invariant)),
        }
    }

    fn found(
        &self,
        source: &Source,
        published: Option<&PublishedTimes>,
        question: BoardQuestion,
        common: &Common,
    ) -> BoardsFound {
        let start = clock::thread_cpu_seconds();
        let found = match self.limits.find(source, question, common) {
            Ok(boards) => BoardsFound::of(&boards, published),
            Err(failure) => BoardsFound {
                failure: Some(failure.to_string()),
                ..BoardsFound::default()
            },
        };
        let total_s = clock::thread_cpu_seconds() - start;
        BoardsFound { total_s, ..found }
    }
}
