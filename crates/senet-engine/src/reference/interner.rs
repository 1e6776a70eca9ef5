//! Assigns ids to fluents and moves when they first occur.

use super::value::Value;
use rustc_hash::FxHashMap;
use senet_gdl::Symbols;
use std::sync::{PoisonError, RwLock};

/// Values and their ids. Shared by threads; ids never change.
#[derive(Default)]
pub(super) struct ValueInterner(RwLock<InternedValues>);

#[derive(Default)]
struct InternedValues {
    ids: FxHashMap<Value, u32>,
    entries: Vec<(Value, String)>,
}

impl ValueInterner {
    /// The id of a value; a new one if the value is new.
    pub fn id(&self, value: &Value, symbols: &Symbols) -> u32 {
        let known = self.read(|interned| interned.ids.get(value).copied());
        known.unwrap_or_else(|| {
            // No panic can leave the entries inconsistent.
            let mut interned = self.0.write().unwrap_or_else(PoisonError::into_inner);
            let next = interned.entries.len() as u32;
            let id = *interned.ids.entry(value.clone()).or_insert(next);
            if id == next {
                interned.entries.push((value.clone(), value.text(symbols)));
            }
            id
        })
    }

    /// The value with this id.
    pub fn value(&self, id: u32) -> Option<Value> {
        self.read(|interned| Some(interned.entries.get(id as usize)?.0.clone()))
    }

    /// The text of the value with this id.
    pub fn text(&self, id: u32) -> Option<String> {
        self.read(|interned| Some(interned.entries.get(id as usize)?.1.clone()))
    }

    fn read<T>(&self, read: impl FnOnce(&InternedValues) -> T) -> T {
        read(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }
}
