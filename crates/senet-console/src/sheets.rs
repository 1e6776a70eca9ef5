//! Reads all rule sheets of a folder.

use crate::{Failure, input};
use senet_engine::LoadError;
use senet_gdl::{Sheet, playable};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The usable rule sheets of a folder, and the skipped ones.
#[derive(Default)]
pub struct Sheets {
    /// The name and rules of each game, sorted by name.
    pub games: Vec<(String, Sheet)>,
    /// The sheets that were skipped.
    pub skipped: Vec<Skipped>,
}

/// A rule sheet that was skipped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Skipped {
    /// The name of the game.
    pub game: String,
    /// Why the sheet was skipped.
    pub reason: String,
}

/// Reads all sheets of a folder: files that end in `.kif`, and `rules.kif` in its subfolders. Skips sheets with errors.
pub fn sheets_of(folder: &Path) -> Result<Sheets, Failure> {
    let mut sheets = Sheets::default();
    for file in files(folder)? {
        let name = name_of(&file);
        match read(&file) {
            Ok(sheet) => sheets.games.push((name, sheet)),
            Err(reason) => sheets.skipped.push(Skipped { game: name, reason }),
        }
    }
    if sheets.games.is_empty() {
        let message = format!(
            "there is no usable rule sheet (.kif) in {}",
            folder.display()
        );
        let first = sheets.skipped.first();
        let why = first.map(|skipped| format!("{}: {}", skipped.game, skipped.reason));
        let help = why.unwrap_or_else(|| "choose another folder".to_string());
        return Err(Failure::new(message).help(help));
    }
    Ok(sheets)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let name = folder.display().to_string();
    let entries = std::fs::read_dir(folder).and_then(|entries| {
        let paths = entries.map(|entry| Ok(entry?.path()));
        paths.collect::<Result<Vec<_>, std::io::Error>>()
    });
    let entries = entries.map_err(|error| input::unreadable(&name, &error))?;
    let file = |path: PathBuf| match path.is_dir() {
        true => Some(path.join("rules.kif")).filter(|rules| rules.is_file()),
        false => Some(path).filter(|path| path.extension().is_some_and(|e| e == "kif")),
    };
    let mut files: Vec<_> = entries.into_iter().filter_map(file).collect();
    files.sort();
    Ok(files)
}

fn name_of(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let parent = file.parent().and_then(Path::file_name);
    match (stem.as_ref(), parent) {
        ("rules", Some(folder)) => folder.to_string_lossy().into_owned(),
        _ => stem.into_owned(),
    }
}

fn read(file: &Path) -> Result<Sheet, String> {
    let text = input::read_text(file).map_err(|failure| failure.to_string())?;
    let sheet = Sheet::read(text);
    match playable(&sheet) {
        Ok(_) => Ok(sheet),
        Err(problems) => Err(LoadError::Unplayable(problems).to_string()),
    }
}
