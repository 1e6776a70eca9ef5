//! Finds the rules of a `GAME`: by library name, by path, by address.

use crate::cli::Common;
use crate::failure::Failure;
use crate::input;
use senet_library::{LibraryGame, near_misses};
use std::path::{Path, PathBuf};

/// The rules of a game and where they come from.
#[derive(Clone, Debug)]
pub struct Source {
    /// What to call it in output.
    pub name: String,
    /// Where it comes from: `library`, or the name of the folder that the sheet is in.
    pub group: String,
    /// The path for records, relative where the user gave it so.
    pub path: String,
    /// The rules.
    pub text: String,
}

/// Reads the rules of a game.
pub fn find(game: &str, _common: &Common) -> Result<Source, Failure> {
    if let Some(found) = senet_library::find(game) {
        return Ok(from_library(found));
    }
    if !looks_like_a_path(game) {
        return Err(unknown(game));
    }
    let path = Path::new(game);
    Ok(Source {
        name: stem(path),
        group: folder(path),
        path: game.to_string(),
        text: input::read_text(path)?,
    })
}

fn from_library(game: &LibraryGame) -> Source {
    Source {
        name: game.name.to_string(),
        group: "library".to_string(),
        path: format!("library/{}/rules.kif", game.name),
        text: game.rules.to_string(),
    }
}

fn looks_like_a_path(game: &str) -> bool {
    game == "-" || game.contains(['/', '.', std::path::MAIN_SEPARATOR]) || Path::new(game).exists()
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    stem.to_string_lossy().into_owned()
}

/// The name of the folder that a sheet is in, also where the path alone does not show it.
fn folder(path: &Path) -> String {
    let full = std::fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
    let name = full.parent().and_then(Path::file_name);
    name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn unknown(game: &str) -> Failure {
    let names = senet_library::games().iter().map(|game| game.name);
    let near = near_misses(game, names);
    let help = if near.is_empty() {
        "`senet games` lists the games; or give the path of a rule sheet".to_string()
    } else {
        format!(
            "did you mean {}? `senet games` lists all",
            near.join(" or ")
        )
    };
    Failure::new(format!("there is no game called {game}")).help(help)
}
