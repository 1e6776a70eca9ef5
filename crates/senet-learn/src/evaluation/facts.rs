//! The facts of a game by number, whatever its states are made of.

use super::term::{Term, Words};
use senet_engine::{Game, State};

/// The facts met so far, by the numbers that the states of the game have for them.
pub struct Facts {
    /// The words of the facts.
    pub words: Words,
    terms: Vec<Option<Term>>,
    has_bits: bool,
}

impl Facts {
    /// All facts of a game that knows them, else none yet.
    pub fn of(game: &dyn Game) -> Facts {
        let mut words = Words::default();
        let names = game.fluent_names();
        let terms = names.unwrap_or_default().iter();
        Facts {
            terms: terms.map(|text| Some(words.read(text))).collect(),
            has_bits: names.is_some(),
            words,
        }
    }

    /// Whether states are a bit for each fact.
    pub fn has_bits(&self) -> bool {
        self.has_bits
    }

    /// The known facts with their numbers.
    pub fn known(&self) -> impl Iterator<Item = (u32, &Term)> {
        let numbered = self.terms.iter().enumerate();
        numbered.filter_map(|(number, term)| Some((number as u32, term.as_ref()?)))
    }

    /// The fact with this number, if it was met.
    pub fn term(&self, number: u32) -> Option<&Term> {
        self.terms.get(number as usize)?.as_ref()
    }

    /// Replaces `numbers` by those of the facts of a state.
    pub fn numbers(&self, state: &State, numbers: &mut Vec<u32>) {
        numbers.clear();
        match self.has_bits {
            true => numbers.extend(ones(state.words())),
            false => numbers.extend(state.ids()),
        }
    }

    /// Learns the facts of a state that are new; gives their numbers.
    pub fn meet(&mut self, game: &dyn Game, state: &State) -> Vec<u32> {
        if self.has_bits {
            return Vec::new();
        }
        let is_new = |id: u32| self.terms.get(id as usize).is_none_or(Option::is_none);
        if !state.ids().any(is_new) {
            return Vec::new();
        }
        let mut new = Vec::new();
        for (number, text) in named(game, state) {
            let at = number as usize;
            if self.terms.len() <= at {
                self.terms.resize(at + 1, None);
            }
            if self.terms[at].is_none() {
                self.terms[at] = Some(self.words.read(&text));
                new.push(number);
            }
        }
        new
    }
}

/// The facts of a state that is a row of numbers, with their texts.
pub fn named(game: &dyn Game, state: &State) -> Vec<(u32, String)> {
    let texts = game.fluents(state).into_iter();
    let number = |text: String| {
        let alone = game.find_state(std::slice::from_ref(&text))?;
        let number = alone.ids().next()?;
        Some((number, text))
    };
    texts.filter_map(number).collect()
}

/// The positions of the bits that are set.
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
