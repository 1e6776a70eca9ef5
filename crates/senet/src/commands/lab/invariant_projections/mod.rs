//! `senet lab invariant-projections`: the boards of games, beside those that were published.

mod picture;
mod published;
mod rows;

use crate::cli::Common;
use crate::commands::boards::BoardLimits;
use crate::failure::Failure;
use crate::output::Out;
use crate::source::{self, Source};
use crate::{clock, input, progress};
use clap::Args;
use published::{Published, TABLE};
use rows::{Row, heading, summary, text, write};
use senet_analyze::Question;
use std::path::PathBuf;

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
    /// Folder for the results as CSV, JSON and SVG
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    limits: BoardLimits,
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

    fn row(&self, source: &Source, published: Option<&'static Published>, seed: u64) -> Row {
        let question = match self.verify_ip {
            true => Question::VerifyIp,
            false => Question::Invariant,
        };
        let mut row = Row::new(format!("{}/{}", source.group, source.name), published);
        let start = clock::thread_cpu_seconds();
        match self.limits.find(source, question, seed) {
            Ok(boards) => row.fill(&boards),
            Err(failure) => row.failure = Some(failure.to_string()),
        }
        row.total_s = clock::thread_cpu_seconds() - start;
        row
    }
}
