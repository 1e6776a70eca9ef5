//! `senet fmt`: formats rule sheets and translates between the two notations.

use clap::{Args, ValueEnum};
use senet_console::{Common, Failure, Out, Source, files, render, source};
use senet_gdl::{Notation, Problem, convert, format};
use serde::Serialize;
use std::path::Path;

/// Formats rule sheets in the standard layout; keeps comments and meaning
///
/// Prints the result, unless --write or --check is given.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet fmt my-game.kif\n  senet fmt --write *.kif\n  \
    senet fmt --check library/*/rules.kif\n  senet fmt tic-tac-toe --to infix"
)]
pub struct Fmt {
    /// Rule sheets (each may be any GAME; --write needs files)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Translates to this notation [default: the notation of the sheet]
    #[arg(long, value_enum, value_name = "NOTATION")]
    to: Option<To>,
    /// Writes the result back to the file
    #[arg(long, conflicts_with = "check")]
    write: bool,
    /// Changes nothing, lists the files that need formatting, and exits with 1 if there are any
    #[arg(long)]
    check: bool,
}

/// The two notations.
#[derive(Clone, Copy, ValueEnum)]
pub enum To {
    /// `(<= (legal ?w (mark ?x)) (true (free ?x)))`, also called KIF
    Prefix,
    /// `legal(W, mark(X)) :- true(free(X))`
    Infix,
}

impl From<To> for Notation {
    fn from(to: To) -> Notation {
        match to {
            To::Prefix => Notation::Prefix,
            To::Infix => Notation::Infix,
        }
    }
}

/// A sheet with its formatted text.
#[derive(Serialize)]
struct Formatted {
    file: String,
    changed: bool,
    text: String,
}

impl Fmt {
    /// Formats all files.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        if self.files.len() > 1 && !(self.write || self.check || common.json) {
            let message = "cannot print several files at once";
            return Err(Failure::new(message).help("add --write or --check, or give one file"));
        }
        let mut all = Vec::new();
        for file in &self.files {
            let source = source::find(file, common)?;
            let text = self.format(&source)?;
            let changed = text != source.text;
            if self.write && changed {
                write(file, &text)?;
            }
            all.push(Formatted {
                file: file.clone(),
                changed,
                text,
            });
        }
        self.show(&all, common)
    }

    fn format(&self, source: &Source) -> Result<String, Failure> {
        let formatted = match self.to {
            Some(to) => convert(&source.text, to.into()),
            None => format(&source.text),
        };
        formatted.map_err(|problems| unreadable(source, &problems))
    }

    fn show(&self, all: &[Formatted], common: &Common) -> Result<(), Failure> {
        let mut out = Out::new();
        if common.json {
            out.json(&all)?;
        } else if self.check || self.write {
            let word = if self.check {
                "would change"
            } else {
                "changed"
            };
            for item in all.iter().filter(|item| item.changed) {
                out.line(format!("{word} {}", item.file))?;
            }
        } else {
            for item in all {
                out.text(&item.text)?;
            }
        }
        out.flush()?;
        let differs = self.check && all.iter().any(|item| item.changed);
        if differs { Err(Failure::No) } else { Ok(()) }
    }
}

fn write(file: &str, text: &str) -> Result<(), Failure> {
    if !Path::new(file).is_file() {
        let message = format!("{file} is not a file, so it cannot be overwritten");
        return Err(Failure::new(message).help("omit --write and redirect the output"));
    }
    files::replace(Path::new(file), text.as_bytes()).map_err(|error| {
        Failure::new(format!("cannot write {file}: {error}"))
            .help("check its permissions and the free disk space")
    })
}

/// The failure for a sheet that cannot be parsed. The file is not changed.
fn unreadable(source: &Source, problems: &[Problem]) -> Failure {
    let first = problems.first().map_or_else(String::new, |problem| {
        format!(
            "{}: {}",
            render::place(&source.path, &source.text, problem),
            problem.message
        )
    });
    let help = format!(
        "`senet check {}` shows all problems; the sheet was not changed",
        source.path
    );
    Failure::new(first).help(help)
}
