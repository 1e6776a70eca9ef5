//! The games that visitors can choose: those of the library and saved ones.

mod name;
mod owner;
mod saved;

pub use name::GameName;
pub use owner::{GameOwner, SavedGame, Visitor};

use crate::WebLimits;
use crate::failure::Failure;
use crate::loading::compute;
use axum::http::StatusCode;
use saved::SavedGames;
use senet_library::Card;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

/// A game of the catalogue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEntry {
    /// The name in addresses.
    pub name: String,
    /// The card of the game.
    pub card: Card,
    /// The rules.
    pub rules: Arc<str>,
    /// True if a visitor saved the game.
    pub own: bool,
    /// The visitor who saved the game; `None` for games of the library and games saved by versions without owners.
    pub owner: Option<GameOwner>,
}

/// The games.
pub struct Catalogue {
    own: RwLock<BTreeMap<String, Arc<GameEntry>>>,
    saved: SavedGames,
    most: usize,
    most_of_client: usize,
    /// Only one game is saved or deleted at a time.
    writing: tokio::sync::Mutex<()>,
}

static LIBRARY: LazyLock<BTreeMap<String, Arc<GameEntry>>> = LazyLock::new(|| {
    let entry = |game: &senet_library::LibraryGame| GameEntry {
        name: game.name.to_string(),
        card: game.card.clone(),
        rules: game.rules.into(),
        own: false,
        owner: None,
    };
    let games = senet_library::games().iter();
    games
        .map(|game| (game.name.to_string(), Arc::new(entry(game))))
        .collect()
});

impl Catalogue {
    /// Opens the library and the saved games of a folder, within limits. `is_alone` is true if no other server uses the folder. Also returns the
    /// problems with files in the folder.
    pub fn open(
        folder: &Path,
        limits: &WebLimits,
        is_alone: bool,
    ) -> std::io::Result<(Catalogue, Vec<String>)> {
        let saved = SavedGames::new(folder);
        let (games, troubles) = saved.read_all(is_alone)?;
        let own = games
            .into_iter()
            .map(|game| (game.name.clone(), Arc::new(game)));
        let catalogue = Catalogue {
            own: RwLock::new(own.collect()),
            saved,
            most: limits.saved_games,
            most_of_client: limits.client_saved_games,
            writing: tokio::sync::Mutex::new(()),
        };
        Ok((catalogue, troubles))
    }

    /// All games, by name.
    pub fn games(&self) -> Vec<Arc<GameEntry>> {
        let mut all = LIBRARY.clone();
        let own = self.own.read().unwrap_or_else(PoisonError::into_inner);
        all.extend(own.iter().map(|(name, game)| (name.clone(), game.clone())));
        all.into_values().collect()
    }

    /// The game of this name.
    pub fn find(&self, name: &str) -> Result<Arc<GameEntry>, Failure> {
        let own = self.own.read().unwrap_or_else(PoisonError::into_inner);
        let found = LIBRARY.get(name).or_else(|| own.get(name)).cloned();
        found.ok_or_else(|| {
            let names = LIBRARY.keys().chain(own.keys()).map(String::as_str);
            let near = senet_library::near_misses(name, names);
            let failure = Failure::not_found(format!("there is no game called `{name}`"));
            match near.is_empty() {
                true => failure,
                false => failure.advise(format!("did you mean {}?", near.join(" or "))),
            }
        })
    }

    /// Saves a game, and replaces a saved game of the same name if the visitor owns it. Returns the replaced game, and the key of a new owner.
    pub async fn save(
        self: &Arc<Self>,
        name: GameName,
        card: Card,
        rules: Arc<str>,
        visitor: &Visitor,
    ) -> Result<SavedGame, Failure> {
        let _alone = self.writing.lock().await;
        let name = name.to_string();
        let replaced = self.refusal(&name, visitor)?;
        let kept = replaced.as_ref().and_then(|game| game.owner.clone());
        let (key, owner) = match kept {
            Some(owner) => (None, owner),
            None => {
                let (key, owner) = GameOwner::create(visitor.client)?;
                (Some(key), owner)
            }
        };
        let entry = GameEntry {
            name,
            card,
            rules,
            own: true,
            owner: Some(owner),
        };
        let this = self.clone();
        compute(move || {
            this.saved.write(&entry, replaced.as_deref())?;
            let mut own = this.own.write().unwrap_or_else(PoisonError::into_inner);
            own.insert(entry.name.clone(), Arc::new(entry));
            Ok(SavedGame { replaced, key })
        })
        .await?
    }

    /// The saved game that a new one of this name replaces, if any. Fails if the visitor may not save a game of this name.
    fn refusal(&self, name: &str, visitor: &Visitor) -> Result<Option<Arc<GameEntry>>, Failure> {
        let taken =
            |message: String, help: &str| Err(Failure::new(StatusCode::CONFLICT, message, help));
        let own = self.own.read().unwrap_or_else(PoisonError::into_inner);
        if LIBRARY.contains_key(name) {
            let message = format!("`{name}` is a game of the library");
            return taken(message, "choose another name");
        }
        if let Some(game) = own.get(name) {
            visitor.must_own(game)?;
            return Ok(Some(game.clone()));
        }
        if own.len() >= self.most {
            let message = format!("there are {} saved games already", own.len());
            return taken(message, "delete one that is not needed");
        }
        let owners = own.values().filter_map(|game| game.owner.as_ref());
        let mine = owners.filter(|owner| owner.client == visitor.client.0);
        if mine.count() >= self.most_of_client {
            let message = format!("you have {} saved games already", self.most_of_client);
            return taken(message, "delete one that is not needed");
        }
        Ok(None)
    }

    /// Deletes a saved game of the visitor, and returns it.
    pub async fn delete(
        self: &Arc<Self>,
        name: &str,
        visitor: &Visitor,
    ) -> Result<Arc<GameEntry>, Failure> {
        let _alone = self.writing.lock().await;
        let entry = self.find(name)?;
        if !entry.own {
            return Err(Failure::new(
                StatusCode::CONFLICT,
                format!("`{name}` is a game of the library and cannot be deleted"),
                "only saved games can be deleted",
            ));
        }
        visitor.must_own(&entry)?;
        let this = self.clone();
        compute(move || {
            this.saved.delete(&entry)?;
            let mut own = this.own.write().unwrap_or_else(PoisonError::into_inner);
            own.remove(&entry.name);
            Ok(entry)
        })
        .await?
    }
}
