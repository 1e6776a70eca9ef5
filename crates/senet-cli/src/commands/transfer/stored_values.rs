//! Stores value tables in the knowledge base.

use senet_console::Failure;
use senet_graph::{Canonical, CanonicalKey};
use senet_knowledge::{GameToStore, KnowledgeBase, KnowledgeError, Remembered, StoredGame};
use senet_learn::td::SavedTable;
use std::path::{Path, PathBuf};

/// Prefix of the kind of these entries; the name of the role follows.
const KIND: &str = "values of afterstates: ";

/// The value tables of the knowledge base.
pub struct StoredValues {
    knowledge: KnowledgeBase,
    file: PathBuf,
}

/// A stored value table.
pub struct StoredTable {
    /// The game of the values.
    pub game: StoredGame,
    /// The role, named as in that game.
    pub role: String,
    /// Size in bytes.
    pub bytes: usize,
}

impl StoredValues {
    /// Opens the knowledge base, or creates it.
    pub fn open(folder: &Path) -> Result<StoredValues, Failure> {
        let file = KnowledgeBase::file(folder);
        match KnowledgeBase::open(&file) {
            Ok(knowledge) => Ok(StoredValues { knowledge, file }),
            Err(error) => Err(failed(&error, &file)),
        }
    }

    /// All tables, ordered by game and role.
    pub fn tables(&self) -> Result<Vec<StoredTable>, Failure> {
        let mut kept = Vec::new();
        for game in self.told(self.knowledge.games())? {
            for learnt in self.told(self.knowledge.learnt(&game.key))? {
                if let Some(role) = learnt.kind.strip_prefix(KIND) {
                    kept.push(StoredTable {
                        game: game.clone(),
                        role: role.to_string(),
                        bytes: learnt.bytes,
                    });
                }
            }
        }
        Ok(kept)
    }

    /// The table for a role of a game.
    pub fn table(&self, game: &CanonicalKey, role: &str) -> Result<Option<SavedTable>, Failure> {
        let kind = format!("{KIND}{role}");
        let Some(bytes) = self.told(self.knowledge.values(game, &kind))? else {
            return Ok(None);
        };
        let saved = SavedTable::from_bytes(&bytes);
        let told = |error: senet_learn::td::SaveError| {
            Failure::new(format!("the values of `{role}` cannot be used: {error}"))
                .help("learn them again with --from-scratch")
        };
        saved.map(Some).map_err(told)
    }

    /// Adds a game to the knowledge base. If the name is taken, it adds a number. Returns the name in the knowledge base.
    pub fn remember(
        &mut self,
        name: &str,
        sheet: &str,
        game: &Canonical,
    ) -> Result<String, Failure> {
        for number in 1..1_000 {
            let name = match number {
                1 => name.to_string(),
                n => format!("{name}-{n}"),
            };
            let new = GameToStore {
                key: game.key,
                name: &name,
                sheet,
                rules: game.description.rules.len(),
                nodes: game.graph.nodes().len(),
            };
            match self.knowledge.remember(&new) {
                Ok(Remembered::Added) => return Ok(name),
                Ok(Remembered::Known(known)) => return Ok(known),
                Err(KnowledgeError::Taken(_)) => {}
                Err(error) => return Err(failed(&error, &self.file)),
            }
        }
        let message = format!("the names `{name}` to `{name}-999` are all taken");
        Err(Failure::new(message).help("rename the file of the game"))
    }

    /// The rules of a known game.
    pub fn sheet(&self, name: &str) -> Result<String, Failure> {
        Ok(self.told(self.knowledge.game(name))?.sheet)
    }

    /// Stores a table in one transaction.
    pub fn put(&mut self, game: &CanonicalKey, saved: &SavedTable) -> Result<usize, Failure> {
        let bytes = saved.to_bytes();
        let kind = format!("{KIND}{}", saved.role);
        let put = self.knowledge.put_values(game, &kind, &bytes);
        self.told(put)?;
        Ok(bytes.len())
    }

    fn told<T>(&self, result: Result<T, KnowledgeError>) -> Result<T, Failure> {
        result.map_err(|error| failed(&error, &self.file))
    }
}

fn failed(error: &KnowledgeError, file: &Path) -> Failure {
    Failure::new(error.to_string()).help(format!(
        "choose another folder with --data DIR (the database is {})",
        file.display()
    ))
}
