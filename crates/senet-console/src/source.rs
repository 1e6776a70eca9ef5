//! Finds the rules of a `GAME`: by library name, by address, by path, or by the key of an imported game.

use crate::{
    Common, Failure,
    cache::{self, Imported},
    fetch, input,
    repository::Repository,
};
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

/// Reads the rules of a game. Library names come first, then addresses, then paths, then imported games: whoever has a file
/// with the name of a library game writes `./NAME`.
pub fn find(game: &str, common: &Common) -> Result<Source, Failure> {
    if let Some(found) = senet_library::find(game) {
        return Ok(from_library(found));
    }
    if fetch::is_address(game) {
        return from_address(game);
    }
    if game == "-" || Path::new(game).exists() {
        return from_file(game);
    }
    let imported = cache::folder(common)
        .ok()
        .and_then(|cache| cache::find(&cache, game));
    match imported {
        Some(imported) => from_cache(&imported),
        None if game.contains(['/', '.']) => from_file(game),
        None => Err(unknown(game)),
    }
}

fn from_file(game: &str) -> Result<Source, Failure> {
    let path = Path::new(game);
    Ok(Source {
        name: stem(path),
        group: folder(path),
        path: game.to_string(),
        text: input::read_text(path)?,
    })
}

fn from_cache(game: &Imported) -> Result<Source, Failure> {
    Ok(Source {
        name: game.key.clone(),
        group: game.repository.clone(),
        path: game.path.display().to_string(),
        text: input::read_text(&game.path)?,
    })
}

/// An address that ends in a slash is a game of a repository, any other a rule sheet.
fn from_address(address: &str) -> Result<Source, Failure> {
    let (name, text) = if address.ends_with('/') {
        let version = Repository::version_at(address)?;
        (version.key, version.rules)
    } else {
        (stem(Path::new(address)), fetch::text(address)?)
    };
    Ok(Source {
        name,
        group: "address".to_string(),
        path: address.to_string(),
        text,
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

/// The name of a sheet: that of its file, or of its folder where each game has a folder with a `rules.kif`.
fn stem(path: &Path) -> String {
    let stem = path
        .file_stem()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned();
    match folder(path) {
        folder if stem == "rules" && !folder.is_empty() => folder,
        _ => stem,
    }
}

/// The name of the folder that a sheet is in, also where the path alone does not show it.
fn folder(path: &Path) -> String {
    let full = std::fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
    let name = full.parent().and_then(Path::file_name);
    name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Says that there is no such game, and what it may have meant.
pub fn unknown(game: &str) -> Failure {
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
