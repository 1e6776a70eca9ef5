//! The facts of one relation, indexed by their arguments.

use super::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::Symbol;
use std::sync::Arc;

/// The arguments of one fact.
pub(super) type Row = Arc<[Value]>;

/// All facts of one relation.
#[derive(Clone, Default, Debug)]
pub(super) struct FactTable {
    rows: Vec<Row>,
    known: FxHashSet<Row>,
    index: FxHashMap<Key, Vec<u32>>,
}

/// A lookup key for facts.
///
/// Keys also cover one level of function arguments, since all fluents are arguments of `true`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key {
    /// The argument at this position has this value.
    Argument(usize, Value),
    /// The argument at this position is this function with this number of arguments.
    Shape(usize, Symbol, usize),
    /// The argument at this position is this function, and its argument at the second position has
    /// this value.
    Inner(usize, Symbol, usize, Value),
}

/// The rows that may match a pattern.
#[derive(Clone, Copy)]
pub(super) enum Candidates<'a> {
    /// All rows of the table.
    All,
    /// The rows with these numbers.
    Listed(&'a [u32]),
}

impl FactTable {
    /// Adds a fact; false if it was present.
    pub fn insert(&mut self, row: Row) -> bool {
        if !self.known.insert(row.clone()) {
            return false;
        }
        let number = self.rows.len() as u32;
        for key in keys(&row) {
            self.index.entry(key).or_default().push(number);
        }
        self.rows.push(row);
        true
    }

    /// Returns true if the fact is present.
    pub fn contains(&self, row: &[Value]) -> bool {
        self.known.contains(row)
    }

    /// The facts, in insertion order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The number of facts.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Removes all facts.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.known.clear();
        self.index.clear();
    }

    /// The rows with the most selective of the keys.
    pub fn candidates(&self, keys: impl Iterator<Item = Key>) -> Candidates<'_> {
        let mut best = Candidates::All;
        for key in keys {
            let rows = self.index.get(&key).map_or(&[][..], Vec::as_slice);
            if rows.len() < self.count(best) || matches!(best, Candidates::All) {
                best = Candidates::Listed(rows);
            }
        }
        best
    }

    /// The number of candidates.
    pub fn count(&self, candidates: Candidates) -> usize {
        match candidates {
            Candidates::All => self.rows.len(),
            Candidates::Listed(rows) => rows.len(),
        }
    }

    /// The candidate at a position below [`FactTable::count`].
    pub fn candidate(&self, candidates: Candidates, position: usize) -> &Row {
        match candidates {
            Candidates::All => &self.rows[position],
            Candidates::Listed(rows) => &self.rows[rows[position] as usize],
        }
    }
}

/// All lookup keys of a row.
fn keys(row: &Row) -> Vec<Key> {
    let mut keys = Vec::new();
    for (position, value) in row.iter().enumerate() {
        keys.push(Key::Argument(position, value.clone()));
        if let Value::Compound(compound) = value {
            keys.push(Key::Shape(position, compound.functor, compound.args.len()));
            for (inner, arg) in compound.args.iter().enumerate() {
                keys.push(Key::Inner(position, compound.functor, inner, arg.clone()));
            }
        }
    }
    keys
}
