//! The card of a game: title, summary and other metadata.

use serde::{Deserialize, Serialize};

/// The metadata of a game, as stored in `game.toml`.
///
/// ```
/// let game = senet_library::find("tic-tac-toe").unwrap();
/// assert_eq!(game.card.roles.len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The common name of the game.
    pub title: String,
    /// A short description of the rules.
    pub summary: String,
    /// The roles, in the order of the sheet.
    pub roles: Vec<String>,
    /// The kinds of game, as tags.
    pub tags: Vec<String>,
    /// The origin of the game.
    pub source: String,
    /// The name of a public rule sheet with the same rules, if there is one.
    pub public: Option<String>,
}

impl Card {
    /// Parses the text of a `game.toml`.
    pub fn read(text: &str) -> Result<Card, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// Returns the text of a `game.toml`. Fails if a text cannot be written as TOML.
    pub fn write(&self) -> Result<String, String> {
        toml::to_string(self).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_the_written_card() {
        let card = Card {
            title: "\"Go\"\n# <b>".to_string(),
            summary: "'''\u{1}\\u0041".to_string(),
            roles: vec!["white".to_string()],
            ..Card::default()
        };
        let text = card.write().unwrap();
        assert_eq!(Card::read(&text), Ok(card), "{text}");
        assert!(Card::read("title = 1").is_err());
    }
}
