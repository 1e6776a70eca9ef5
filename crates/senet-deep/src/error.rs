//! The reasons why a network cannot be used or learned.

use senet_engine::Stopped;
use senet_graph::TooHard;
use senet_value_net::ModelError;

/// The reason why a network cannot be used or learned.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum DeepError {
    /// A game query was stopped.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// The states are not vectors of bits.
    #[error("the rules are not grounded, and a network needs all fluents in advance")]
    NotGrounded,
    /// The sizes of the network are invalid or belong to another game.
    #[error("this network does not fit the game: {0}")]
    Size(String),
    /// The model file cannot be used.
    #[error("{0}")]
    Model(#[from] ModelError),
    /// The words of the game differ from those of the model.
    #[error("{0}: train the model again")]
    Unknown(String),
    /// The game has no canonical key.
    #[error("{0}")]
    Key(#[from] TooHard),
    /// A match could not be stored.
    #[error("{0}")]
    Store(String),
    /// Stored data is damaged.
    #[error("{0}")]
    Damaged(String),
}
