//! Facts of one shape as rows of term ids, with indexes over some columns.

use super::hash::hash_ids;
use hashbrown::HashTable;
use senet_ground::TermId;

/// No row.
pub(super) const NONE: u32 = u32::MAX;

/// Rows of equal length.
#[derive(Clone, Default, Debug)]
pub(super) struct Rows {
    arity: usize,
    len: usize,
    data: Vec<TermId>,
}

impl Rows {
    /// An empty list of rows of this length.
    pub fn new(arity: usize) -> Rows {
        Rows {
            arity,
            ..Rows::default()
        }
    }

    /// Adds a row.
    pub fn push(&mut self, row: &[TermId]) {
        self.data.extend_from_slice(row);
        self.len += 1;
    }

    /// The row with this number.
    pub fn row(&self, number: u32) -> &[TermId] {
        let start = number as usize * self.arity;
        &self.data[start..start + self.arity]
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The length of the rows.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.data.clear();
        self.len = 0;
    }
}

/// An index over some columns: rows with equal values form a chain.
#[derive(Clone, Default, Debug)]
pub(super) struct ColumnIndex {
    columns: Box<[usize]>,
    first: HashTable<u32>,
    next: Vec<u32>,
}

impl ColumnIndex {
    /// An empty index over these columns.
    pub fn new(columns: &[usize]) -> ColumnIndex {
        ColumnIndex {
            columns: columns.into(),
            ..ColumnIndex::default()
        }
    }

    /// The indexed columns.
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// Rebuilds the index over all rows.
    pub fn rebuild(&mut self, rows: &Rows) {
        self.first.clear();
        self.next.clear();
        if self.columns.is_empty() {
            // All rows form one chain.
            self.next.extend(1..=rows.len() as u32);
            if let Some(last) = self.next.last_mut() {
                *last = NONE;
            }
            return;
        }
        let columns = &self.columns;
        let values = |row: u32| columns.iter().map(move |&c| rows.row(row)[c]);
        for number in 0..rows.len() as u32 {
            let hash = hash_ids(0, values(number));
            let same = |&other: &u32| values(other).eq(values(number));
            match self.first.find_mut(hash, same) {
                Some(first) => {
                    self.next.push(*first);
                    *first = number;
                }
                None => {
                    self.next.push(NONE);
                    let rehash = |&row: &u32| hash_ids(0, values(row));
                    self.first.insert_unique(hash, number, rehash);
                }
            }
        }
    }

    /// The first row with these values in the columns, or [`NONE`].
    pub fn first(&self, rows: &Rows, key: &[TermId]) -> u32 {
        if self.columns.is_empty() {
            return if self.next.is_empty() { NONE } else { 0 };
        }
        let hash = hash_ids(0, key.iter().copied());
        let same = |&row: &u32| {
            let row = rows.row(row);
            self.columns
                .iter()
                .zip(key)
                .all(|(&c, &value)| row[c] == value)
        };
        self.first.find(hash, same).copied().unwrap_or(NONE)
    }

    /// The next row in the chain, or [`NONE`].
    pub fn next(&self, row: u32) -> u32 {
        self.next[row as usize]
    }
}
