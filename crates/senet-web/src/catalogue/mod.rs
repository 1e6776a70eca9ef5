//! The games that visitors can choose: those of the library and saved ones.

mod name;
mod saved;

pub use name::GameName;

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
    /// Its card.
    pub card: Card,
    /// The rules.
    pub rules: Arc<str>,
    /// True if a visitor saved it.
    pub own: bool,
}

/// The games.
pub struct Catalogue {
    own: RwLock<BTreeMap<String, Arc<GameEntry>>>,
    saved: SavedGames,
    most: usize,
    /// Only one game is saved or deleted at a time.
    writing: tokio::sync::Mutex<()>,
}

static LIBRARY: LazyLock<BTreeMap<String, Arc<GameEntry>>> = LazyLock::new(|| {
    let entry = |game: &senet_library::LibraryGame| GameEntry {
        name: game.name.to_string(),
        card: game.card.clone(),
        rules: game.rules.into(),
        own: false,
    };
    let games = senet_library::games().iter();
    games
        .map(|game| (game.name.to_string(), Arc::new(entry(game))))
        .collect()
});

impl Catalogue {
    /// The games of the library and those of a folder, with a limit on the latter; also the problems with files in the folder.
    pub fn open(folder: &Path, most: usize) -> std::io::Result<(Catalogue, Vec<String>)> {
        let saved = SavedGames::new(folder);
        let (games, troubles) = saved.read_all()?;
        let own = games
            .into_iter()
            .map(|game| (game.name.clone(), Arc::new(game)));
        let catalogue = Catalogue {
            own: RwLock::new(own.collect()),
            saved,
            most,
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

    /// Saves a game, and replaces a saved game of the same name.
    pub async fn save(
        self: &Arc<Self>,
        name: GameName,
        card: Card,
        rules: Arc<str>,
    ) -> Result<(), Failure> {
        let _alone = self.writing.lock().await;
        let entry = GameEntry {
            name: name.to_string(),
            card,
            rules,
            own: true,
        };
        self.refusal(&entry)?;
        let this = self.clone();
        compute(move || {
            this.saved.write(&entry)?;
            let mut own = this.own.write().unwrap_or_else(PoisonError::into_inner);
            own.insert(entry.name.clone(), Arc::new(entry));
            Ok(())
        })
        .await?
    }

    fn refusal(&self, entry: &GameEntry) -> Result<(), Failure> {
        let taken =
            |message: String, help: &str| Err(Failure::new(StatusCode::CONFLICT, message, help));
        let own = self.own.read().unwrap_or_else(PoisonError::into_inner);
        if LIBRARY.contains_key(&entry.name) {
            let message = format!("`{}` is a game of the library", entry.name);
            return taken(message, "choose another name");
        }
        if own.len() >= self.most && !own.contains_key(&entry.name) {
            let message = format!("there are {} saved games already", own.len());
            return taken(message, "delete one that is not needed");
        }
        Ok(())
    }

    /// Deletes a saved game.
    pub async fn delete(self: &Arc<Self>, name: &str) -> Result<(), Failure> {
        let _alone = self.writing.lock().await;
        let entry = self.find(name)?;
        if !entry.own {
            return Err(Failure::new(
                StatusCode::CONFLICT,
                format!("`{name}` is a game of the library and cannot be deleted"),
                "only saved games can be deleted",
            ));
        }
        let this = self.clone();
        compute(move || {
            this.saved.delete(&entry.name)?;
            let mut own = this.own.write().unwrap_or_else(PoisonError::into_inner);
            own.remove(&entry.name);
            Ok(())
        })
        .await?
    }
}
