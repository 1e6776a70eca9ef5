//! Reads a public repository of games from a folder or over HTTP.
//!
//! Each game has a key and numbered versions. On disk, `games/KEY` is version 0.
//! The folder `games/KEY/vN` holds only the files that version N changed.
//! A lookup therefore tries version N, then N − 1, and so on. Over HTTP the server does this.

use crate::{Failure, fetch, input};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A repository of games.
pub enum Repository {
    /// A folder that contains one folder per game.
    Folder(PathBuf),
    /// The base address that serves `games/`, without a final slash.
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

/// The metadata of a version.
#[derive(Deserialize)]
struct Metadata {
    rulesheet: String,
    version: Option<u32>,
}

impl Repository {
    /// Opens the repository in a folder or at an address.
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

    /// The name of the repository: the last part of its folder or address.
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

    /// Lists the keys of all games, in order.
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
            return Err(no_repository(&self.place(), "it contains no games"));
        }
        Ok(keys)
    }

    /// The newest version number of a game.
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

    /// Reads one version of a game.
    pub fn version(&self, key: &str, number: u32) -> Result<Version, Failure> {
        let text = self.file(key, number, "METADATA")?;
        let metadata = metadata(&format!("{key} version {number}"), &text)?;
        if !is_key(&metadata.rulesheet) {
            let message = format!(
                "{key}: {} is not a valid name of a rule sheet",
                metadata.rulesheet
            );
            return Err(Failure::new(message).help("the repository is damaged"));
        }
        Ok(Version {
            key: key.to_string(),
            number,
            rules: self.file(key, number, &metadata.rulesheet)?,
        })
    }

    /// Fetches the version at an address such as `…/games/KEY/` (the newest) or `…/games/KEY/vN/`.
    pub fn version_at(address: &str) -> Result<Version, Failure> {
        let no_game = || {
            let message = format!("{address} is not the address of a game");
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
    Failure::new(format!("{place} is not a repository of games: {why}")).help(help)
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

/// Tells whether a name from a repository is a safe file name, which cannot leave its folder.
pub fn is_key(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && name.chars().all(is_plain)
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '+')
}
