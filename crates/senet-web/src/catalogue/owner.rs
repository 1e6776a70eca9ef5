//! The owners of saved games.

use super::GameEntry;
use crate::client::Client;
use crate::failure::Failure;
use crate::owner_key::OwnerKey;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::sync::Arc;

/// The owner of a saved game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameOwner {
    /// The digest of the owner's key.
    pub key: OwnerKey,
    /// The address of the client that saved the game.
    pub client: IpAddr,
}

/// The result of saving a game.
pub struct SavedGame {
    /// The game that was replaced.
    pub replaced: Option<Arc<GameEntry>>,
    /// The key of a new owner.
    pub key: Option<String>,
}

/// A visitor who wants to change a game.
pub struct Visitor {
    /// The address of the visitor.
    pub client: Client,
    /// The headers of the request, which may have the key of the game.
    pub headers: HeaderMap,
}

impl GameOwner {
    /// A new owner, and the key.
    pub fn create(client: Client) -> Result<(String, GameOwner), Failure> {
        let (secret, key) = OwnerKey::create()?;
        let client = client.0;
        Ok((secret, GameOwner { key, client }))
    }
}

impl Visitor {
    /// Fails unless the visitor owns a saved game. Every visitor on this machine owns a game without an owner.
    pub fn must_own(&self, game: &GameEntry) -> Result<(), Failure> {
        let owns = match &game.owner {
            Some(owner) => owner.key.is_in(&self.headers),
            None => self.client.is_local(),
        };
        match owns {
            true => Ok(()),
            false => Err(Failure::new(
                StatusCode::FORBIDDEN,
                format!("`{}` belongs to another visitor", game.name),
                "choose another name, or send the key of the game as `X-Senet-Key`",
            )),
        }
    }
}
