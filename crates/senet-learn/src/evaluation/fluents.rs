//! The fluents of a game by number, for both representations of states.

use super::term::{GroundTerm, Vocabulary};
use senet_engine::{Game, State};

/// The known fluents, by the numbers that states use.
pub struct FluentIndex {
    /// The vocabulary of the fluents.
    pub vocabulary: Vocabulary,
    terms: Vec<Option<GroundTerm>>,
    has_bits: bool,
}

impl FluentIndex {
    /// All fluents of a game that lists them; otherwise none yet.
    pub fn of(game: &dyn Game) -> FluentIndex {
        let mut vocabulary = Vocabulary::default();
        let names = game.fluent_names();
        let terms = names.unwrap_or_default().iter();
        FluentIndex {
            terms: terms.map(|text| Some(vocabulary.read(text))).collect(),
            has_bits: names.is_some(),
            vocabulary,
        }
    }

    /// True if states have one bit per fluent.
    pub fn has_bits(&self) -> bool {
        self.has_bits
    }

    /// The known fluents with their numbers.
    pub fn known(&self) -> impl Iterator<Item = (u32, &GroundTerm)> {
        let numbered = self.terms.iter().enumerate();
        numbered.filter_map(|(number, term)| Some((number as u32, term.as_ref()?)))
    }

    /// The fluent with this number, if it is known.
    pub fn term(&self, number: u32) -> Option<&GroundTerm> {
        self.terms.get(number as usize)?.as_ref()
    }

    /// Replaces `numbers` by the numbers of a state's fluents.
    pub fn numbers(&self, state: &State, numbers: &mut Vec<u32>) {
        numbers.clear();
        match self.has_bits {
            true => numbers.extend(ones(state.words())),
            false => numbers.extend(state.ids()),
        }
    }

    /// Adds the new fluents of a state. Returns their numbers.
    pub fn add_new(&mut self, game: &dyn Game, state: &State) -> Vec<u32> {
        if self.has_bits {
            return Vec::new();
        }
        let is_new = |id: u32| self.terms.get(id as usize).is_none_or(Option::is_none);
        if !state.ids().any(is_new) {
            return Vec::new();
        }
        let mut new = Vec::new();
        for (number, text) in fluents_with_text(game, state) {
            let at = number as usize;
            if self.terms.len() <= at {
                self.terms.resize(at + 1, None);
            }
            if self.terms[at].is_none() {
                self.terms[at] = Some(self.vocabulary.read(&text));
                new.push(number);
            }
        }
        new
    }
}

/// The fluents of a state that is a list of numbers, with their texts.
pub fn fluents_with_text(game: &dyn Game, state: &State) -> Vec<(u32, String)> {
    let texts = game.fluents(state).into_iter();
    let number = |text: String| {
        let alone = game.find_state(std::slice::from_ref(&text))?;
        let number = alone.ids().next()?;
        Some((number, text))
    };
    texts.filter_map(number).collect()
}

/// The indices of the bits that are set.
pub fn ones(words: &[u64]) -> impl Iterator<Item = u32> {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(at as u32 * 64 + bit)
        })
    })
}
