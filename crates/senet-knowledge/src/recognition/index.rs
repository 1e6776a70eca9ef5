//! Known games by their signs.

use super::{Change, Part, Recognition, Sign, inverse::inverse, signs};
use rustc_hash::FxHashMap;
use senet_gdl::{Description, Renaming, Sheet};
use senet_graph::{Canonical, Key, TooHard, Witness, canonical};
use senet_structure::variants::{Transformation, variants};

/// A known game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// What it is called.
    pub name: String,
    /// Its rules.
    pub rules: String,
}

impl Known {
    /// A game by its name and rules.
    pub fn new(name: impl Into<String>, rules: impl Into<String>) -> Known {
        Known {
            name: name.into(),
            rules: rules.into(),
        }
    }
}

/// Where a sign leads: a game, and what makes the variant of it.
type Found = (usize, Vec<Transformation>);

/// Games that are known.
#[derive(Clone, Debug, Default)]
pub struct Index {
    games: Vec<Known>,
    signs: FxHashMap<(Part, Key), Vec<Found>>,
}

impl Index {
    /// Adds a game with its own key and gives its number.
    pub fn add(&mut self, game: Known, key: Key) -> usize {
        let number = self.games.len();
        self.games.push(game);
        let own = Sign {
            key,
            part: Part::Whole,
            transformations: Vec::new(),
        };
        self.add_sign(number, own);
        number
    }

    /// Adds a game with everything that it can be recognised by, and gives its number.
    pub fn learn(&mut self, game: Known, stop: &dyn Fn() -> bool) -> Result<usize, TooHard> {
        let description = Sheet::read(&game.rules[..]).description;
        let key = canonical(&description, stop)?.key;
        let signs = signs(&description, stop)?;
        let number = self.add(game, key);
        signs
            .into_iter()
            .for_each(|sign| self.add_sign(number, sign));
        Ok(number)
    }

    /// Adds a sign of a game.
    pub fn add_sign(&mut self, game: usize, sign: Sign) {
        let found = self.signs.entry((sign.part, sign.key)).or_default();
        found.push((game, sign.transformations));
        // The simplest first, and of those the game that was added first.
        found.sort_by_key(|(game, made_by)| (made_by.len(), *game));
    }

    /// All games.
    pub fn games(&self) -> &[Known] {
        &self.games
    }

    /// The games with this key.
    pub fn with_key(&self, key: &Key) -> impl Iterator<Item = usize> {
        let found = self.found(Part::Whole, key).iter();
        found
            .filter(|(_, made_by)| made_by.is_empty())
            .map(|(game, _)| *game)
    }

    /// The known game that is the same as this one.
    pub fn same(
        &self,
        asked: &Canonical,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Recognition>, TooHard> {
        for game in self.with_key(&asked.key) {
            if let Some(answer) = self.proven(asked, game, &[], stop)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// The known game that this one is, or is a variant of. The simplest explanation wins.
    pub fn recognise(
        &self,
        asked: &Canonical,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Recognition>, TooHard> {
        if let Some(answer) = self.direct(asked, stop)? {
            return Ok(Some(answer));
        }
        let initial = self.other_initial_state(asked, stop)?;
        if initial
            .as_ref()
            .is_some_and(|answer| answer.changes.len() < 2)
        {
            return Ok(initial);
        }
        if let Some(answer) = self.other_step_limits(asked, stop)? {
            return Ok(Some(answer));
        }
        match initial {
            Some(answer) => Ok(Some(answer)),
            None => self.by_variants(asked, stop),
        }
    }

    /// By the game's own key.
    fn direct(
        &self,
        asked: &Canonical,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Recognition>, TooHard> {
        for (game, made_by) in self.found(Part::Whole, &asked.key) {
            if let Some(answer) = self.proven(asked, *game, made_by, stop)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// By the keys of the game's variants: a step of the asked-for game and at most one of the known game meet.
    fn by_variants(
        &self,
        asked: &Canonical,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Recognition>, TooHard> {
        let mut answers = Vec::new();
        for variant in variants(&asked.description) {
            let [step] = &variant.transformations[..] else {
                continue;
            };
            if step.is_initial_only() {
                continue;
            }
            let form = canonical(&variant.description, stop)?;
            let Some(mut answer) = self.direct(&form, stop)? else {
                continue;
            };
            if is_exchange(&answer.changes, step) {
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

    /// The answer that a game is made of a known one by these transformations, if the rules agree.
    pub(super) fn proven(
        &self,
        asked: &Canonical,
        game: usize,
        made_by: &[Transformation],
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Recognition>, TooHard> {
        let Some(variant) = self.variant(game, made_by) else {
            return Ok(None);
        };
        let form = canonical(&variant, stop)?;
        let witness = Witness::between(asked, &form, stop)?;
        Ok(witness.map(|witness| Recognition {
            game,
            changes: made_by.iter().cloned().map(Change::forward).collect(),
            mapping: self.mapping(game, &witness.mapping(asked, &form)),
        }))
    }

    pub(super) fn found(&self, part: Part, key: &Key) -> &[Found] {
        self.signs.get(&(part, *key)).map_or(&[], |found| found)
    }

    pub(super) fn description(&self, game: usize) -> Description {
        Sheet::read(&self.games[game].rules[..]).description
    }

    /// What transformations make of a known game; nothing if they do not apply, as may be with signs of another version.
    pub(super) fn variant(&self, game: usize, made_by: &[Transformation]) -> Option<Description> {
        let mut variant = self.description(game);
        for transformation in made_by {
            variant = transformation.unchecked(&variant).ok()?;
        }
        Some(variant)
    }

    /// The words of a mapping that the known game has, too.
    pub(super) fn mapping(&self, game: usize, words: &Renaming) -> Vec<(String, String)> {
        let known = self.description(game).symbols;
        let pairs = words.pairs().iter();
        pairs
            .filter(|(_, word)| known.get(word).is_some())
            .cloned()
            .collect()
    }
}

/// Whether one feature goes and another comes: with such steps, games can be made of each other that have little in common.
fn is_exchange(changes: &[Change], back: &Transformation) -> bool {
    let is_feature = |step: &Transformation| matches!(step, Transformation::MissingFeature { .. });
    is_feature(back)
        && changes
            .iter()
            .any(|change| is_feature(&change.transformation))
}
