//! Numbers for fluents and moves, given as they are met.

use super::value::Value;
use rustc_hash::FxHashMap;
use senet_gdl::Symbols;
use std::sync::{PoisonError, RwLock};

/// Values and their numbers. Shared by threads; numbers never change.
#[derive(Default)]
pub(super) struct Vocabulary(RwLock<Words>);

#[derive(Default)]
struct Words {
    numbers: FxHashMap<Value, u32>,
    entries: Vec<(Value, String)>,
}

impl Vocabulary {
    /// The number of a value, a new one if it is met for the first time.
    pub fn number(&self, value: &Value, symbols: &Symbols) -> u32 {
        let known = self.look(|words| words.numbers.get(value).copied());
        known.unwrap_or_else(|| {
            // A thread that panics between two words leaves the words whole.
            let mut words = self.0.write().unwrap_or_else(PoisonError::into_inner);
            let next = words.entries.len() as u32;
            let number = *words.numbers.entry(value.clone()).or_insert(next);
            if number == next {
                words.entries.push((value.clone(), value.text(symbols)));
            }
            number
        })
    }

    /// The value with this number.
    pub fn value(&self, number: u32) -> Option<Value> {
        self.look(|words| Some(words.entries.get(number as usize)?.0.clone()))
    }

    /// The text of the value with this number.
    pub fn text(&self, number: u32) -> Option<String> {
        self.look(|words| Some(words.entries.get(number as usize)?.1.clone()))
    }

    fn look<T>(&self, look: impl FnOnce(&Words) -> T) -> T {
        look(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }
}
