//! Reads a public repository of games: a folder on disk, or the same by HTTP.
//!
//! Each game has a key and numbered versions. On disk `games/KEY` is version 0 and `games/KEY/vN` holds what changed in version
//! N, so that a file is looked for in version N, then N − 1, and so on. By HTTP the server does the looking.

use crate::{Failure, fetch, input};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A repository of games.
pub enum Repository {
    /// The folder that holds a folder for each game.
    Folder(PathBuf),
    /// The address below which `games/` is served, without a final slash.
    Served(String),
}

/// One version of a game.
pub struct Version {
    /// The key of the game.
    pub key: String,
    /// The number of the version.
    pub number: u32,
    /// The rule sheet.
    pub rules: String,
}

/// What the repository says of a version.
#[derive(Deserialize)]
struct Metadata {
    rulesheet: String,
    version: Option<u32>,
}

impl Repository {
    /// The repository in a folder or at an address.
    pub fn open(place: &str) -> Result<Repository, Failure> {
        if fetch::is_address(place) {
            let root = place.trim_end_matches('/');
            return Ok(Repository::Served(
                root.trim_end_matches("/games").to_string(),
            ));
        }
        let folder = PathBuf::from(place);
        let games = folder.join("games");
        let folder = if games.is_dir() { games } else { folder };
        match std::fs::read_dir(&folder) {
            Ok(_) => Ok(Repository::Folder(folder)),
            Err(error) => Err(input::unreadable(place, &error)),
        }
    }

    /// A name for it: the last part of its folder or address.
    pub fn name(&self) -> String {
        let last = match self {
            Repository::Served(root) => root.rsplit('/').next().map(str::to_string),
            Repository::Folder(folder) => {
                let full = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.clone());
                let mut parts = full.iter().rev().filter(|part| *part != "games");
                parts.next().map(|part| part.to_string_lossy().into_owned())
            }
        };
        let name = last
            .unwrap_or_default()
            .replace(|c: char| !is_plain(c), "-");
        if is_key(&name) {
            name
        } else {
            "repository".to_string()
        }
    }

    /// The keys of all games, in order.
    pub fn keys(&self) -> Result<Vec<String>, Failure> {
        let mut keys = match self {
            Repository::Served(root) => {
                let address = format!("{root}/games/");
                let text = fetch::text(&address)?;
                serde_json::from_str(&text)
                    .map_err(|error| no_repository(&address, &error.to_string()))?
            }
            Repository::Folder(folder) => {
                let mut names = folders_in(folder)?;
                names.retain(|key| folder.join(key).join("METADATA").is_file());
                names
            }
        };
        keys.retain(|key| is_key(key));
        keys.sort();
        if keys.is_empty() {
            return Err(no_repository(&self.place(), "it has no games"));
        }
        Ok(keys)
    }

    /// The number of the newest version of a game.
    pub fn newest(&self, key: &str) -> Result<u32, Failure> {
        match self {
            Repository::Served(root) => {
                let address = format!("{root}/games/{key}/");
                Ok(metadata(&address, &fetch::text(&address)?)?
                    .version
                    .unwrap_or(0))
            }
            Repository::Folder(folder) => {
                let names = folders_in(&folder.join(key))?;
                let numbers = names
                    .iter()
                    .filter_map(|name| name.strip_prefix('v')?.parse().ok());
                Ok(numbers.max().unwrap_or(0))
            }
        }
    }

    /// A version of a game.
    pub fn version(&self, key: &str, number: u32) -> Result<Version, Failure> {
        let text = self.file(key, number, "METADATA")?;
        let metadata = metadata(&format!("{key} version {number}"), &text)?;
        if !is_key(&metadata.rulesheet) {
            let message = format!("{key}: {} is no name of a rule sheet", metadata.rulesheet);
            return Err(Failure::new(message).help("the repository is damaged"));
        }
        Ok(Version {
            key: key.to_string(),
            number,
            rules: self.file(key, number, &metadata.rulesheet)?,
        })
    }

    /// The version at an address such as `…/games/KEY/` (the newest) or `…/games/KEY/vN/`.
    pub fn version_at(address: &str) -> Result<Version, Failure> {
        let no_game = || {
            let message = format!("{address} is no address of a game");
            Failure::new(message).help("it should end in games/KEY/ or games/KEY/vN/")
        };
        let trimmed = address.trim_end_matches('/');
        let (root, game) = trimmed.rsplit_once("/games/").ok_or_else(no_game)?;
        let repository = Repository::Served(root.to_string());
        match game.split_once('/') {
            None => repository.version(game, repository.newest(game)?),
            Some((key, version)) => {
                let number = version
                    .strip_prefix('v')
                    .and_then(|number| number.parse().ok());
                repository.version(key, number.ok_or_else(no_game)?)
            }
        }
    }

    fn file(&self, key: &str, number: u32, name: &str) -> Result<String, Failure> {
        match self {
            Repository::Served(root) => {
                let name = if name == "METADATA" { "" } else { name };
                fetch::text(&format!("{root}/games/{key}/v{number}/{name}"))
            }
            Repository::Folder(folder) => {
                let game = folder.join(key);
                let versions = (1..=number).rev().map(|n| game.join(format!("v{n}")));
                let mut files = versions
                    .chain([game.clone()])
                    .map(|version| version.join(name));
                let file = files.find(|file| file.is_file());
                input::read_text(&file.unwrap_or_else(|| game.join(name)))
            }
        }
    }

    fn place(&self) -> String {
        match self {
            Repository::Served(root) => root.clone(),
            Repository::Folder(folder) => folder.display().to_string(),
        }
    }
}

fn metadata(place: &str, text: &str) -> Result<Metadata, Failure> {
    serde_json::from_str(text).map_err(|error| no_repository(place, &error.to_string()))
}

fn no_repository(place: &str, why: &str) -> Failure {
    let help = "give a folder with games/KEY/METADATA, or the address that serves games/";
    Failure::new(format!("{place} is no repository of games: {why}")).help(help)
}

fn folders_in(folder: &Path) -> Result<Vec<String>, Failure> {
    let told = |error| input::unreadable(&folder.display().to_string(), &error);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(told)? {
        let entry = entry.map_err(told)?;
        if entry.path().is_dir() {
            names.extend(entry.file_name().into_string().ok());
        }
    }
    Ok(names)
}

/// Whether a name from a repository may be used as the name of a file: nothing that leaves its folder.
pub fn is_key(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && name.chars().all(is_plain)
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '+')
}
