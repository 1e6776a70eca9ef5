//! What people want to know of a game besides its rules.

use serde::{Deserialize, Serialize};

/// The card of a game: what `game.toml` holds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The name by which people know the game.
    pub title: String,
    /// The rules in plain words.
    pub summary: String,
    /// The roles, in the order of the sheet.
    pub roles: Vec<String>,
    /// What kind of game it is.
    pub tags: Vec<String>,
    /// Where the rules of the game come from.
    pub source: String,
    /// A public rule sheet of exactly the same game, if there is one.
    pub public: Option<String>,
}

impl Card {
    /// Reads a `game.toml`; the error says what is wrong with it.
    pub fn read(text: &str) -> Result<Card, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// The text of a `game.toml`; an error if a text cannot be written as TOML.
    pub fn write(&self) -> Result<String, String> {
        toml::to_string(self).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
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
