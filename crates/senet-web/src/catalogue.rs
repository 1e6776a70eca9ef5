//! The games that visitors can choose from, loaded when somebody wants them.

use senet_library::LibraryGame;

/// The games.
#[derive(Default)]
pub struct Catalogue {}

impl Catalogue {
    /// All games, by name.
    pub fn games(&self) -> &'static [LibraryGame] {
        senet_library::games()
    }
}
