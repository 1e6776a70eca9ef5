//! Collects the known games for a look-up.

use crate::commands::knowledge::base;
use senet_console::{
    Failure, in_parallel,
    sheets::{Skipped, sheets_of},
};
use senet_gdl::{Deadline, Description, Sheet};
use senet_graph::{CanonicalKey, TooHard, canonical};
use senet_knowledge::recognition::{GameIndex, IndexedGame, RecognitionKey, recognition_keys};
use std::collections::HashMap;
use std::path::Path;

/// The known games.
#[derive(Default)]
pub struct Library {
    /// The games with the signatures built so far.
    pub index: GameIndex,
    /// Sheets that could not be used.
    pub skipped: Vec<Skipped>,
    /// Games whose signatures are still missing.
    incomplete: Vec<usize>,
}

impl Library {
    /// Collects the games of a folder and of a knowledge base. If neither is given, it takes the library and the user's knowledge base.
    pub fn gather(
        folder: Option<&Path>,
        base: Option<&Path>,
        deadline: &Deadline,
    ) -> Result<Library, Failure> {
        let mut library = Library::default();
        if let Some(folder) = folder {
            library.add_folder(folder, deadline)?;
        }
        if let Some(file) = base {
            library.add_base(file)?;
        }
        if folder.is_none() && base.is_none() {
            if let Some(file) = base::existing()? {
                library.add_base(&file)?;
            }
            library.add_embedded(deadline)?;
        }
        Ok(library)
    }

    fn add_folder(&mut self, folder: &Path, deadline: &Deadline) -> Result<(), Failure> {
        let sheets = sheets_of(folder)?;
        self.skipped.extend(sheets.skipped);
        self.add_sheets(sheets.games, deadline)
    }

    fn add_embedded(&mut self, deadline: &Deadline) -> Result<(), Failure> {
        let games = senet_library::games().iter();
        self.add_sheets(
            games
                .map(|game| (game.name.to_string(), Sheet::read(game.rules)))
                .collect(),
            deadline,
        )
    }

    /// Adds sheets with their canonical keys; skips known ones.
    fn add_sheets(
        &mut self,
        sheets: Vec<(String, Sheet)>,
        deadline: &Deadline,
    ) -> Result<(), Failure> {
        let key = |(_, sheet): &(String, Sheet)| canonical(&sheet.description, deadline);
        let keys = in_parallel(&sheets, "games", key)?;
        for ((name, sheet), form) in sheets.into_iter().zip(keys) {
            match form {
                Ok(form) => {
                    let rules = sheet.text.to_string();
                    let number = self.index.add(IndexedGame { name, rules }, form.key);
                    self.incomplete.push(number);
                }
                Err(TooHard::Stopped) => {
                    return Err(Failure::out_of_time("reading the known games"));
                }
                Err(error) => self.skipped.push(Skipped {
                    game: name,
                    reason: error.to_string(),
                }),
            }
        }
        Ok(())
    }

    fn add_base(&mut self, file: &Path) -> Result<(), Failure> {
        let knowledge = base::open_to_read(file)?;
        let failed = |error| base::failed(&error, file);
        let mut numbers: HashMap<CanonicalKey, usize> = HashMap::new();
        for game in knowledge.games().map_err(failed)? {
            let known = IndexedGame {
                name: game.name,
                rules: game.sheet,
            };
            let number = self.index.add(known, game.key);
            numbers.insert(game.key, number);
            if !game.has_recognition_keys {
                self.incomplete.push(number);
            }
        }
        for (game, sign) in knowledge.recognition_keys().map_err(failed)? {
            if let Some(&number) = numbers.get(&game) {
                self.index.add_key(number, sign);
            }
        }
        Ok(())
    }

    /// Builds the missing signatures.
    pub fn complete(&mut self, deadline: &Deadline) -> Result<(), TooHard> {
        let missing = std::mem::take(&mut self.incomplete);
        let rules = missing
            .iter()
            .map(|&game| Sheet::read(&self.index.games()[game].rules[..]).description);
        let rules: Vec<Description> = rules.collect();
        let made = build_signs(&rules, deadline);
        for (game, made) in missing.into_iter().zip(made) {
            match made {
                Ok(signs) => signs
                    .into_iter()
                    .for_each(|sign| self.index.add_key(game, sign)),
                Err(TooHard::Stopped) => return Err(TooHard::Stopped),
                Err(error) => self.skipped.push(Skipped {
                    game: self.index.games()[game].name.clone(),
                    reason: error.to_string(),
                }),
            }
        }
        Ok(())
    }
}

/// Builds the signatures of games on all cores.
fn build_signs(
    games: &[Description],
    deadline: &Deadline,
) -> Vec<Result<Vec<RecognitionKey>, TooHard>> {
    let make = |game: &Description| recognition_keys(game, deadline);
    match in_parallel(games, "games", make) {
        Ok(made) => made,
        // If the thread pool cannot start, this thread does the work.
        Err(_) => games.iter().map(make).collect(),
    }
}
