//! Imported games on disk: `CACHE/REPOSITORY/KEY/vN.kif`. Each file is written once and found by its key.

use crate::{
    Common, Failure,
    repository::{Version, is_key},
};
use std::path::{Path, PathBuf};

/// A game in the cache.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Imported {
    /// The repository that the game came from.
    pub repository: String,
    /// The game's key in that repository.
    pub key: String,
    /// The version number.
    pub version: u32,
    /// The path of the rule sheet.
    pub path: PathBuf,
}

/// Returns the folder of imported games: from the arguments, the environment, or the user's cache folder.
pub fn folder(common: &Common) -> Result<PathBuf, Failure> {
    let from = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    common
        .cache
        .clone()
        .or_else(|| from("SENET_CACHE"))
        .or_else(|| from("XDG_CACHE_HOME").map(|cache| cache.join("senet")))
        .or_else(|| from("HOME").map(|home| home.join(".cache").join("senet")))
        .ok_or_else(|| {
            Failure::new("no folder for imported games is known").help("give one with --cache DIR")
        })
}

/// Writes a version of a game atomically.
pub fn store(cache: &Path, repository: &str, version: &Version) -> Result<(), Failure> {
    let folder = cache.join(repository).join(&version.key);
    let file = folder.join(format!("v{}.kif", version.number));
    let part = folder.join(format!("v{}.part", version.number));
    let written = std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&part, &version.rules))
        .and_then(|()| std::fs::rename(&part, &file));
    written.map_err(|error| {
        let message = format!("cannot write {}: {error}", file.display());
        Failure::new(message).help("choose another folder with --cache DIR")
    })
}

/// Lists all imported games in order. A missing cache folder counts as empty.
pub fn list(cache: &Path) -> Vec<Imported> {
    let mut found = Vec::new();
    for repository in names_in(cache) {
        for key in names_in(&cache.join(&repository)) {
            let folder = cache.join(&repository).join(&key);
            for file in names_in(&folder) {
                let number = file.strip_prefix('v').and_then(|f| f.strip_suffix(".kif"));
                if let Some(version) = number.and_then(|number| number.parse().ok()) {
                    let (repository, key) = (repository.clone(), key.clone());
                    let path = folder.join(file);
                    found.push(Imported {
                        repository,
                        key,
                        version,
                        path,
                    });
                }
            }
        }
    }
    found.sort();
    found
}

/// Finds the game named `[REPOSITORY/]KEY[@VERSION]`. Without a version, it takes the newest.
pub fn find(cache: &Path, game: &str) -> Option<Imported> {
    let (rest, version) = match game.rsplit_once('@') {
        Some((rest, number)) => (rest, Some(number.parse::<u32>().ok()?)),
        None => (game, None),
    };
    let (repository, key) = match rest.split_once('/') {
        Some((repository, key)) => (Some(repository), key),
        None => (None, rest),
    };
    if !is_key(key) {
        return None;
    }
    let fits = |game: &Imported| {
        game.key == key
            && repository.is_none_or(|wanted| game.repository == wanted)
            && version.is_none_or(|wanted| game.version == wanted)
    };
    list(cache)
        .into_iter()
        .filter(fits)
        .max_by_key(|game| game.version)
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect()
}
