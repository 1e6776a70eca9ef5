//! The embedded games.

use crate::Card;
use include_dir::{Dir, include_dir};
use std::sync::LazyLock;

static LIBRARY: Dir = include_dir!("$CARGO_MANIFEST_DIR/library");

/// A game of the library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LibraryGame {
    /// The name in commands, such as `tic-tac-toe`.
    pub name: &'static str,
    /// The rule sheet.
    pub rules: &'static str,
    /// The metadata.
    pub card: Card,
    /// The text of its theme for drawing, if it has one.
    pub theme: Option<&'static str>,
}

/// A folder of the library that is not a valid game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("library game `{name}`: {message}")]
pub struct LibraryError {
    /// The name of the folder.
    pub name: String,
    /// The message.
    pub message: String,
}

/// Returns all games, sorted by name.
///
/// ```
/// assert!(senet_library::games().iter().any(|game| game.name == "connect-four"));
/// ```
pub fn games() -> &'static [LibraryGame] {
    &LOADED.0
}

/// Returns the game with this name. An unknown name does not load the library.
///
/// ```
/// assert!(senet_library::find("connect-four").unwrap().rules.contains("(role red)"));
/// assert_eq!(senet_library::find("no-such-game"), None);
/// ```
pub fn find(name: &str) -> Option<&'static LibraryGame> {
    LIBRARY.get_dir(name)?;
    games().iter().find(|game| game.name == name)
}

/// Returns the folders that are not valid games. A test asserts that there are none.
pub fn defects() -> &'static [LibraryError] {
    &LOADED.1
}

static LOADED: LazyLock<(Vec<LibraryGame>, Vec<LibraryError>)> = LazyLock::new(|| {
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
        text.ok_or_else(|| error(format!("{file} is missing or not UTF-8 text")))
    };
    let rules = text("rules.kif")?;
    Ok(LibraryGame {
        name,
        rules,
        card: Card::read(text("game.toml")?).map_err(error)?,
        theme: theme(folder).map_err(error)?,
    })
}

/// Returns the theme of a game: its own, or that of the game named by `like`.
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
