//! An index of known games by their recognition keys.

use super::{
    Recognition, RecognitionKey, RuleChange, RulePart, inverse::inverse, recognition_keys,
};
use rustc_hash::FxHashMap;
use senet_gdl::{Deadline, Description, Renaming, Sheet};
use senet_graph::{Canonical, CanonicalKey, Isomorphism, TooHard, canonical};
use senet_structure::variants::{Transformation, variants};

/// A known game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexedGame {
    /// The name.
    pub name: String,
    /// The rule sheet.
    pub rules: String,
}

impl IndexedGame {
    /// Makes a known game.
    pub fn new(name: impl Into<String>, rules: impl Into<String>) -> IndexedGame {
        IndexedGame {
            name: name.into(),
            rules: rules.into(),
        }
    }
}

/// An entry of the index: a game, and the transformations that make its variant.
type Found = (usize, Vec<Transformation>);

/// A hash table of known games.
#[derive(Clone, Debug, Default)]
pub struct GameIndex {
    games: Vec<IndexedGame>,
    keys: FxHashMap<(RulePart, CanonicalKey), Vec<Found>>,
}

impl GameIndex {
    /// Adds a game with only its canonical key, and returns its number.
    pub fn add(&mut self, game: IndexedGame, key: CanonicalKey) -> usize {
        let number = self.games.len();
        self.games.push(game);
        let own = RecognitionKey {
            key,
            part: RulePart::Whole,
            transformations: Vec::new(),
        };
        self.add_key(number, own);
        number
    }

    /// Adds a game with all its recognition keys, and returns its number.
    pub fn learn(&mut self, game: IndexedGame, deadline: &Deadline) -> Result<usize, TooHard> {
        let description = Sheet::read(&game.rules[..]).description;
        let key = canonical(&description, deadline)?.key;
        let keys = recognition_keys(&description, deadline)?;
        let number = self.add(game, key);
        keys.into_iter().for_each(|key| self.add_key(number, key));
        Ok(number)
    }

    /// Adds a recognition key of a game.
    pub fn add_key(&mut self, game: usize, entry: RecognitionKey) {
        let found = self.keys.entry((entry.part, entry.key)).or_default();
        found.push((game, entry.transformations));
        // Fewer transformations come first, then games that were added earlier.
        found.sort_by_key(|(game, made_by)| (made_by.len(), *game));
    }

    /// Returns all games.
    pub fn games(&self) -> &[IndexedGame] {
        &self.games
    }

    /// Returns the games with this canonical key.
    pub fn with_key(&self, key: &CanonicalKey) -> impl Iterator<Item = usize> {
        let found = self.found(RulePart::Whole, key).iter();
        found
            .filter(|(_, made_by)| made_by.is_empty())
            .map(|(game, _)| *game)
    }

    /// Finds the known game that equals the queried game.
    pub fn same(
        &self,
        asked: &Canonical,
        deadline: &Deadline,
    ) -> Result<Option<Recognition>, TooHard> {
        for game in self.with_key(&asked.key) {
            if let Some(answer) = self.prove(asked, game, &[], deadline)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Finds the known game that equals the queried game or has it as a variant. Prefers the result with the fewest
    /// changes.
    pub fn recognise(
        &self,
        asked: &Canonical,
        deadline: &Deadline,
    ) -> Result<Option<Recognition>, TooHard> {
        if let Some(answer) = self.by_key(asked, deadline)? {
            return Ok(Some(answer));
        }
        let initial = self.other_initial_state(asked, deadline)?;
        if initial
            .as_ref()
            .is_some_and(|answer| answer.changes.len() < 2)
        {
            return Ok(initial);
        }
        if let Some(answer) = self.other_step_limits(asked, deadline)? {
            return Ok(Some(answer));
        }
        match initial {
            Some(answer) => Ok(Some(answer)),
            None => self.by_variants(asked, deadline),
        }
    }

    /// Looks up the canonical key.
    fn by_key(
        &self,
        asked: &Canonical,
        deadline: &Deadline,
    ) -> Result<Option<Recognition>, TooHard> {
        for (game, made_by) in self.found(RulePart::Whole, &asked.key) {
            if let Some(answer) = self.prove(asked, *game, made_by, deadline)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Looks up the variants of the queried game. A variant may equal a known game or a variant of one.
    fn by_variants(
        &self,
        asked: &Canonical,
        deadline: &Deadline,
    ) -> Result<Option<Recognition>, TooHard> {
        let mut answers = Vec::new();
        for variant in variants(&asked.description, deadline)? {
            let [step] = &variant.transformations[..] else {
                continue;
            };
            if step.is_initial_only() {
                continue;
            }
            let form = canonical(&variant.description, deadline)?;
            let Some(mut answer) = self.by_key(&form, deadline)? else {
                continue;
            };
            if swaps_features(&answer.changes, step) {
                continue;
            }
            let words = Renaming::new(answer.mapping.clone());
            answer.changes.push(inverse(step, &words));
            answers.push(answer);
        }
        Ok(answers
            .into_iter()
            .min_by_key(|answer| answer.changes.len()))
    }

    /// Compares the rules of the queried game with a variant of a known game. Returns a result if they are the same.
    pub(super) fn prove(
        &self,
        asked: &Canonical,
        game: usize,
        made_by: &[Transformation],
        deadline: &Deadline,
    ) -> Result<Option<Recognition>, TooHard> {
        let Some(variant) = self.variant(game, made_by, deadline)? else {
            return Ok(None);
        };
        let form = canonical(&variant, deadline)?;
        let witness = Isomorphism::between(asked, &form, deadline)?;
        Ok(witness.map(|witness| Recognition {
            game,
            changes: made_by.iter().cloned().map(RuleChange::forward).collect(),
            mapping: self.mapping(game, &witness.renaming(asked, &form)),
        }))
    }

    pub(super) fn found(&self, part: RulePart, key: &CanonicalKey) -> &[Found] {
        self.keys.get(&(part, *key)).map_or(&[], |found| found)
    }

    pub(super) fn description(&self, game: usize) -> Description {
        Sheet::read(&self.games[game].rules[..]).description
    }

    /// Applies transformations to a known game. Returns `None` if one does not apply, which can happen with keys of
    /// another version.
    pub(super) fn variant(
        &self,
        game: usize,
        made_by: &[Transformation],
        deadline: &Deadline,
    ) -> Result<Option<Description>, TooHard> {
        let mut variant = self.description(game);
        for transformation in made_by {
            let applied = transformation.apply_unchecked(&variant, deadline);
            deadline.check()?;
            match applied {
                Ok(changed) => variant = changed,
                Err(_) => return Ok(None),
            }
        }
        Ok(Some(variant))
    }

    /// Keeps the pairs of a mapping whose second word occurs in the known game.
    pub(super) fn mapping(&self, game: usize, words: &Renaming) -> Vec<(String, String)> {
        let known = self.description(game).symbols;
        let pairs = words.pairs().iter();
        pairs
            .filter(|(_, word)| known.get(word).is_some())
            .cloned()
            .collect()
    }
}

/// Returns true if one feature is removed and another one added. Such steps can relate games that have little in
/// common.
fn swaps_features(changes: &[RuleChange], back: &Transformation) -> bool {
    let is_feature = |step: &Transformation| matches!(step, Transformation::MissingFeature { .. });
    is_feature(back)
        && changes
            .iter()
            .any(|change| is_feature(&change.transformation))
}
