//! Saved games on disk: one folder each, with the same files as games of the library.
//!
//! A game is written completely or not at all: it is built in a folder whose name begins with a dot, then renamed. The next start removes the
//! remains of a crash.

use super::{GameEntry, GameName};
use crate::failure::Failure;
use crate::files;
use senet_library::Card;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of saved games.
pub struct SavedGames {
    folder: PathBuf,
}

/// A game that is being written, and one that is being replaced.
const NEW: &str = ".new";
const OLD: &str = ".old";
/// The file with the owner of a game. Games saved by versions without owners lack it.
const OWNER: &str = "owner.json";

impl SavedGames {
    /// The saved games in the `games` folder of `folder`.
    pub fn new(folder: &Path) -> SavedGames {
        SavedGames {
            folder: folder.join("games"),
        }
    }

    /// Reads all games; also returns the problems with unreadable ones.
    pub fn read_all(&self) -> io::Result<(Vec<GameEntry>, Vec<String>)> {
        let (mut games, mut troubles) = (Vec::new(), Vec::new());
        let folder = &self.folder;
        if !folder.exists() {
            return Ok((games, troubles));
        }
        self.clear_up(folder)?;
        for name in names(folder)? {
            match read(folder, &name) {
                Ok(game) => games.push(game),
                Err(why) => troubles.push(format!("{}: {why}", folder.join(&name).display())),
            }
        }
        Ok((games, troubles))
    }

    /// Completes or reverts interrupted writes.
    fn clear_up(&self, folder: &Path) -> io::Result<()> {
        for name in names(folder)? {
            let path = folder.join(&name);
            if let Some(game) = name.strip_suffix(OLD) {
                let place = folder.join(game.trim_start_matches('.'));
                match place.exists() {
                    true => std::fs::remove_dir_all(path)?,
                    false => std::fs::rename(path, place)?,
                }
            } else if name.starts_with('.') && name.ends_with(NEW) {
                std::fs::remove_dir_all(path)?;
            }
        }
        Ok(())
    }

    /// Writes a game, and replaces an earlier one.
    pub fn write(&self, game: &GameEntry) -> Result<(), Failure> {
        let folder = &self.folder;
        let card = game.card.write().map_err(Failure::broken)?;
        let owner = serde_json::to_vec(&game.owner).map_err(Failure::broken)?;
        let new = folder.join(format!(".{}{NEW}", game.name));
        let written = files::fresh_folder(&new)
            .and_then(|()| files::write_through(&new.join("rules.kif"), game.rules.as_bytes()))
            .and_then(|()| files::write_through(&new.join("game.toml"), card.as_bytes()))
            .and_then(|()| files::write_through(&new.join(OWNER), &owner))
            .and_then(|()| put_in_place(folder, &game.name, &new));
        written.map_err(|error| {
            // A leftover folder does no harm; the next start removes it.
            std::fs::remove_dir_all(&new).ok();
            files::cannot_save(&format!("the game `{}`", game.name), &error)
        })
    }

    /// Deletes a game.
    pub fn delete(&self, name: &str) -> Result<(), Failure> {
        std::fs::remove_dir_all(self.folder.join(name))
            .map_err(|error| Failure::broken(format!("`{name}` cannot be deleted: {error}")))
    }
}

fn put_in_place(folder: &Path, name: &str, new: &Path) -> io::Result<()> {
    let place = folder.join(name);
    if !place.exists() {
        return std::fs::rename(new, place);
    }
    let old = folder.join(format!(".{name}{OLD}"));
    std::fs::rename(&place, &old)?;
    std::fs::rename(new, &place)?;
    std::fs::remove_dir_all(old)
}

/// The names of the entries of a folder, in order.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn read(folder: &Path, name: &str) -> Result<GameEntry, String> {
    GameName::new(name).map_err(|failure| failure.help)?;
    let text = |file: &str| {
        let text = std::fs::read_to_string(folder.join(name).join(file));
        text.map_err(|error| format!("{file}: {error}"))
    };
    let owner = folder.join(name).join(OWNER);
    let owner = match owner.exists() {
        true => serde_json::from_str(&text(OWNER)?).map_err(|error| format!("{OWNER}: {error}"))?,
        false => None,
    };
    Ok(GameEntry {
        owner,
        name: name.to_string(),
        card: Card::read(&text("game.toml")?)?,
        rules: text("rules.kif")?.into(),
        own: true,
    })
}
