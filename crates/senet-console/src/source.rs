//! Finds the rules of a `GAME` by library name, address, path, or key of an imported game.

use crate::{
    Common, Failure,
    cache::{self, Imported},
    fetch, input,
    repository::Repository,
};
use senet_library::{LibraryGame, near_misses};
use std::path::{Path, PathBuf};

/// The rules of a game and their origin.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name of the game in the output.
    pub name: String,
    /// The origin: `library`, or the name of the folder that contains the sheet.
    pub group: String,
    /// The path for records. It stays relative if the user gave a relative path.
    pub path: String,
    /// The text of the rules.
    pub text: String,
    /// True if the user accepts rules with errors (`--force`).
    pub force: bool,
}

/// Reads the rules of a game. Tries library names first, then addresses, paths and imported games.
/// Users can write `./NAME` for a file that has the name of a library game.
pub fn find(game: &str, common: &Common) -> Result<Source, Failure> {
    let source = locate(game, common)?;
    Ok(Source {
        force: common.force,
        ..source
    })
}

/// Reads the rules of a game that a stranger named, for example in a record. Returns `None` unless it is a library game or
/// an imported one: a stranger must not choose an address, a file or standard input.
pub fn find_named(game: &str, common: &Common) -> Result<Option<Source>, Failure> {
    let source = match (senet_library::find(game), imported(game, common)) {
        (Some(found), _) => from_library(found),
        (None, Some(imported)) => from_cache(&imported)?,
        (None, None) => return Ok(None),
    };
    Ok(Some(Source {
        force: common.force,
        ..source
    }))
}

fn imported(game: &str, common: &Common) -> Option<Imported> {
    let cache = cache::folder(common).ok()?;
    cache::find(&cache, game)
}

fn locate(game: &str, common: &Common) -> Result<Source, Failure> {
    if let Some(found) = senet_library::find(game) {
        return Ok(from_library(found));
    }
    if fetch::is_address(game) {
        return from_address(game);
    }
    if game == "-" || Path::new(game).exists() {
        return from_file(game);
    }
    match imported(game, common) {
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
        force: false,
    })
}

fn from_cache(game: &Imported) -> Result<Source, Failure> {
    Ok(Source {
        name: game.key.clone(),
        group: game.repository.clone(),
        path: game.path.display().to_string(),
        text: input::read_text(&game.path)?,
        force: false,
    })
}

/// Reads from an address. One that ends in a slash is a game of a repository; any other is a rule sheet.
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
        force: false,
    })
}

fn from_library(game: &LibraryGame) -> Source {
    Source {
        name: game.name.to_string(),
        group: "library".to_string(),
        path: format!("library/{}/rules.kif", game.name),
        text: game.rules.to_string(),
        force: false,
    }
}

/// The name of a sheet: its file name, or its folder name if the file is called `rules.kif`.
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

/// The name of the folder that contains a sheet, even if the path does not show it.
fn folder(path: &Path) -> String {
    let full = std::fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
    let name = full.parent().and_then(Path::file_name);
    name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Reports an unknown game and suggests similar names.
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
