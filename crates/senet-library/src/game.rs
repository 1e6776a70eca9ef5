//! The games and what is known of each.

use crate::Card;
use include_dir::{Dir, include_dir};
use std::sync::LazyLock;

static LIBRARY: Dir = include_dir!("$CARGO_MANIFEST_DIR/library");

/// A game of the library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LibraryGame {
    /// The name by which commands know it.
    pub name: &'static str,
    /// The rule sheet.
    pub rules: &'static str,
    /// What people want to know of it.
    pub card: Card,
    /// How people like to see it drawn, as the text of a theme.
    pub theme: Option<&'static str>,
}

/// What is wrong with a folder of the library.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("library game `{name}`: {message}")]
pub struct LibraryError {
    /// The folder.
    pub name: String,
    /// What is wrong with it.
    pub message: String,
}

/// All games in the order of their names.
pub fn games() -> &'static [LibraryGame] {
    &LIBRARY_READ.0
}

/// The game of this name. The library is read only if there is one.
pub fn find(name: &str) -> Option<&'static LibraryGame> {
    LIBRARY.get_dir(name)?;
    games().iter().find(|game| game.name == name)
}

/// What is wrong with folders that are no games; the tests see to it that there are none.
pub fn defects() -> &'static [LibraryError] {
    &LIBRARY_READ.1
}

static LIBRARY_READ: LazyLock<(Vec<LibraryGame>, Vec<LibraryError>)> = LazyLock::new(|| {
    let (mut games, mut defects) = (Vec::new(), Vec::new());
    for folder in LIBRARY.dirs() {
        match read(folder) {
            Ok(game) => games.push(game),
            Err(error) => defects.push(error),
        }
    }
    games.sort_by_key(|game: &LibraryGame| game.name);
    (games, defects)
});

fn read(folder: &'static Dir) -> Result<LibraryGame, LibraryError> {
    let name = folder.path().to_str().unwrap_or_default();
    let error = |message: String| LibraryError {
        name: name.into(),
        message,
    };
    let text = |file: &str| {
        let found = folder.get_file(format!("{name}/{file}"));
        let text = found.and_then(|file| file.contents_utf8());
        text.ok_or_else(|| error(format!("{file} is missing or no text")))
    };
    let rules = text("rules.kif")?;
    Ok(LibraryGame {
        name,
        rules,
        card: Card::read(text("game.toml")?).map_err(error)?,
        theme: theme(folder).map_err(error)?,
    })
}

/// The theme of a game: its own, or that of the game that it says it looks like.
fn theme(folder: &'static Dir) -> Result<Option<&'static str>, String> {
    let file = |name: &str| {
        let file = LIBRARY.get_file(format!("{name}/theme.toml"))?;
        file.contents_utf8()
    };
    let name = folder.path().to_str().unwrap_or_default();
    let Some(own) = file(name) else {
        return Ok(None);
    };
    let like = own.trim().strip_prefix("like = \"");
    let Some(other) = like.and_then(|rest| rest.strip_suffix('"')) else {
        return Ok(Some(own));
    };
    match file(other) {
        Some(theme) => Ok(Some(theme)),
        None => Err(format!("theme.toml: `{other}` has no theme")),
    }
}
