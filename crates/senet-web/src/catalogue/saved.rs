//! Saved games on disk: one folder each, with the same files as games of the library.
//!
//! A game is written completely or not at all: it is built in a folder whose name begins with a dot, then renamed. Deletion renames it back. The
//! next start removes the remains of a crash. Another server may use the same folder; its games are never replaced.

use super::{GameEntry, GameName, GameOwner};
use crate::failure::Failure;
use crate::files;
use senet_library::Card;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of saved games.
pub struct SavedGames {
    folder: PathBuf,
}

/// A game that is being replaced.
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

    /// Reads all games; also returns the problems with unreadable ones. A server that is alone in the folder also clears it up.
    pub fn read_all(&self, is_alone: bool) -> io::Result<(Vec<GameEntry>, Vec<String>)> {
        let (mut games, mut troubles) = (Vec::new(), Vec::new());
        let folder = &self.folder;
        if !folder.exists() {
            return Ok((games, troubles));
        }
        if is_alone {
            self.clear_up(folder)?;
        }
        let names = files::names(folder)?.into_iter();
        // Another server builds its games under hidden names.
        for name in names.filter(|name| !name.starts_with('.')) {
            match read(folder, &name) {
                Ok(game) => games.push(game),
                Err(why) => troubles.push(format!("{}: {why}", folder.join(&name).display())),
            }
        }
        Ok((games, troubles))
    }

    /// Completes or reverts interrupted writes.
    fn clear_up(&self, folder: &Path) -> io::Result<()> {
        files::clear_up(folder)?;
        for name in files::names(folder)? {
            let path = folder.join(&name);
            if let Some(game) = name.strip_suffix(OLD) {
                let place = folder.join(game.trim_start_matches('.'));
                match place.exists() {
                    true => std::fs::remove_dir_all(path)?,
                    false => std::fs::rename(path, place)?,
                }
            }
        }
        Ok(())
    }

    /// Writes a game in the place of `replaced`, or as a new one.
    pub fn write(&self, game: &GameEntry, replaced: Option<&GameEntry>) -> Result<(), Failure> {
        let folder = &self.folder;
        self.refuse_unknown(&game.name, replaced)?;
        let card = game.card.write().map_err(Failure::broken)?;
        let owner = serde_json::to_vec(&game.owner).map_err(Failure::broken)?;
        let new = folder.join(files::unfinished(&game.name));
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

    /// Deletes a game. A half deleted one would look like a game without an owner, so it is hidden first.
    pub fn delete(&self, game: &GameEntry) -> Result<(), Failure> {
        self.refuse_unknown(&game.name, Some(game))?;
        let gone = self.folder.join(files::unfinished(&game.name));
        match std::fs::rename(self.folder.join(&game.name), &gone) {
            // The next start removes what cannot be removed now.
            Ok(()) => drop(std::fs::remove_dir_all(gone)),
            // Somebody removed it by hand.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                let why = format!("`{}` cannot be deleted: {error}", game.name);
                return Err(Failure::broken(why));
            }
        }
        Ok(())
    }

    /// Fails if the folder has a game of this name that is not the `known` one, because another server has saved it.
    fn refuse_unknown(&self, name: &str, known: Option<&GameEntry>) -> Result<(), Failure> {
        if !self.folder.join(name).exists() {
            return Ok(());
        }
        let owner = owner(&self.folder, name);
        match known.is_some_and(|known| owner.is_ok_and(|owner| owner == known.owner)) {
            true => Ok(()),
            false => Err(Failure::conflict(
                format!("the folder of the server has another game called `{name}`"),
                "choose another name, or restart the server to load that game",
            )),
        }
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

fn read(folder: &Path, name: &str) -> Result<GameEntry, String> {
    GameName::new(name).map_err(|failure| failure.help)?;
    Ok(GameEntry {
        owner: owner(folder, name)?,
        name: name.to_string(),
        card: Card::read(&text(folder, name, "game.toml")?)?,
        rules: text(folder, name, "rules.kif")?.into(),
        own: true,
    })
}

/// The owner of a game; `None` if a version without owners saved it.
fn owner(folder: &Path, name: &str) -> Result<Option<GameOwner>, String> {
    match folder.join(name).join(OWNER).exists() {
        true => serde_json::from_str(&text(folder, name, OWNER)?)
            .map_err(|error| format!("{OWNER}: {error}")),
        false => Ok(None),
    }
}

/// The text of a file of a game.
fn text(folder: &Path, name: &str, file: &str) -> Result<String, String> {
    let text = std::fs::read_to_string(folder.join(name).join(file));
    text.map_err(|error| format!("{file}: {error}"))
}
