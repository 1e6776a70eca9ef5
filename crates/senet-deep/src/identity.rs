//! The identity of a game in a model file: its key, and its symbols in canonical order.

use crate::DeepError;
use senet_gdl::{Deadline, Description, Renaming};
use senet_graph::canonical;
use senet_value_net::{ModelError, ModelHeader};

/// The number of digits of a key that a message shows.
const SHOWN_DIGITS: usize = 12;

/// The key and the symbols of a game. Renamed copies have equal keys, and their symbols correspond by position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The canonical key, as hexadecimal digits.
    pub key: String,
    /// The symbols in canonical order.
    pub symbols: Vec<String>,
}

impl Identity {
    /// The identity of a game.
    pub fn of(description: &Description, deadline: &Deadline) -> Result<Identity, DeepError> {
        let found = canonical(description, deadline)?;
        Ok(Identity {
            key: found.key.to_string(),
            symbols: found.ordered_symbols(),
        })
    }

    /// The renaming from this game to the game of a model. Fails if it is another game.
    pub fn renaming_to(&self, model: &ModelHeader) -> Result<Renaming, DeepError> {
        if self.key != model.game || self.symbols.len() != model.symbols.len() {
            let shown = |key: &str| key.chars().take(SHOWN_DIGITS).collect();
            return Err(DeepError::Model(ModelError::OtherGame {
                found: shown(&model.game),
                expected: shown(&self.key),
            }));
        }
        let pairs = self.symbols.iter().zip(&model.symbols);
        let pairs = pairs.map(|(own, other)| (own.clone(), other.clone()));
        Ok(Renaming::new(pairs.collect()))
    }
}
