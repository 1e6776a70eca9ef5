//! The games of the library, prepared for comparison.

use senet_gdl::{Deadline, Sheet};
use senet_graph::mapping::KnownGame;
use senet_graph::{CanonicalKey, canonical, occurrence};
use senet_knowledge::recognition::{GameIndex, IndexedGame, RecognitionKey, recognition_keys};
use senet_library::LibraryGame;

/// The games of the library that are prepared so far.
#[derive(Default)]
pub struct KnownGames {
    games: Vec<Ready>,
}

struct Ready {
    name: &'static str,
    graph: KnownGame,
    /// The key and the variant signatures; `None` for games that are too hard.
    signs: Option<(CanonicalKey, Vec<RecognitionKey>)>,
}

impl KnownGames {
    /// Prepares up to `most` more games; true if all are prepared.
    pub fn get_ready(&mut self, most: usize, deadline: &Deadline) -> bool {
        let all = senet_library::games().iter();
        for game in all.take(most).skip(self.games.len()) {
            match Ready::new(game, deadline) {
                Some(ready) if !deadline.is_over() => self.games.push(ready),
                _ => return false,
            }
        }
        true
    }

    /// An index of all games except one.
    pub fn index_without(&self, name: &str) -> GameIndex {
        let mut index = GameIndex::default();
        for game in self.games.iter().filter(|game| game.name != name) {
            let Some((key, signs)) = &game.signs else {
                continue;
            };
            let rules = senet_library::find(game.name).map_or("", |game| game.rules);
            let known = IndexedGame {
                name: game.name.to_string(),
                rules: rules.to_string(),
            };
            let number = index.add(known, *key);
            for sign in signs {
                index.add_key(number, sign.clone());
            }
        }
        index
    }

    /// The rule graphs of all games.
    pub fn graphs(&self) -> impl Iterator<Item = (&'static str, &KnownGame)> {
        self.games.iter().map(|game| (game.name, &game.graph))
    }
}

impl Ready {
    fn new(game: &LibraryGame, deadline: &Deadline) -> Option<Ready> {
        let description = Sheet::read(game.rules).description;
        let form = canonical(&description, deadline).ok();
        Some(Ready {
            name: game.name,
            graph: KnownGame::new(&occurrence(&description), deadline).ok()?,
            signs: form
                .and_then(|form| Some((form.key, recognition_keys(&description, deadline).ok()?))),
        })
    }
}
