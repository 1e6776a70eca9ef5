//! The interface for networks that outlive a match. The caller decides where they are kept.

use crate::Budget;
use senet_engine::Game;
use senet_value_net::ValueNet;
use std::sync::Arc;

/// A network of an earlier match. Its inputs and outputs are those of the present game.
#[derive(Clone, PartialEq, Debug)]
pub struct KnownNet {
    /// The network.
    pub net: ValueNet,
    /// The number of matches that the network learned from.
    pub matches: u64,
    /// True if the network belongs to the same game, and not to a variant.
    pub is_same_game: bool,
    /// The origin of the network, as text for people.
    pub origin: String,
}

/// Keeps the networks of one game. Errors are sentences for people.
pub trait NetStore: Send + Sync {
    /// A network of an earlier match of this game or of a variant. Takes at most a part of the budget.
    fn load(&self, budget: &Budget) -> Result<Option<KnownNet>, String>;

    /// Stores a network that learned from this number of matches. Returns at once: the network may be written later.
    fn save(&self, net: ValueNet, matches: u64) -> Result<(), String>;
}

/// Keeps the networks of many games.
pub trait NetLibrary: Send + Sync + std::fmt::Debug {
    /// The networks of a game, given its name and its rules as text. `None` if the game has no fixed fluents.
    fn networks_of(&self, name: &str, rules: &str, game: &dyn Game) -> Option<Arc<dyn NetStore>>;
}
