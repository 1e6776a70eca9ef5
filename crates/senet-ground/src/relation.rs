//! The tuples of one relation, with the indexes that joins use.

use crate::terms::{TermId, Terms};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;
use senet_gdl::Symbol;
use smallvec::SmallVec;
use std::hash::Hasher;

/// The path to a part of a tuple: an argument, then an argument of that argument, and so on. Most paths have at most
/// three parts, and there are many paths.
pub type Path = SmallVec<[u32; 3]>;

/// A required shape: the term at the path has this function and this arity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    pub path: Path,
    pub name: Symbol,
    pub arity: usize,
}

/// The pseudo-index by whole tuples. Each tuple is a group, numbered like the tuple.
const WHOLE: usize = usize::MAX;
/// Bytes of a tuple besides its terms: its queue place, its atom, its table entry.
const BYTES_PER_ROW: usize = 16;
/// Bytes of one more tuple of a group in an index; vectors are half empty on average.
const BYTES_PER_ENTRY: usize = 6;
/// Bytes of a new group in an index: a small vector and a table entry.
const BYTES_PER_GROUP: usize = 64;

/// The tuples of a relation, in the order of derivation.
#[derive(Clone, Debug, Default)]
pub struct Relation {
    pub arity: usize,
    rows: Vec<TermId>,
    count: usize,
    table: HashTable<u32>,
    indexes: Vec<Index>,
    /// The place of each tuple in the queue; increasing.
    pub queued: Vec<u32>,
    /// The atom of each tuple.
    pub atoms: Vec<u32>,
}

/// The tuples of some shape, grouped by the parts at some paths.
#[derive(Clone, Debug)]
struct Index {
    shapes: Vec<Shape>,
    keys: Vec<Path>,
    table: HashTable<u32>,
    groups: Vec<Group>,
}

/// Tuples with equal keys, in the order of derivation. Most groups have one tuple and need no allocation.
#[derive(Clone, Debug)]
enum Group {
    One(u32),
    Many(Vec<u32>),
}

impl Group {
    #[inline]
    fn tuples(&self) -> &[u32] {
        match self {
            Group::One(tuple) => std::slice::from_ref(tuple),
            Group::Many(tuples) => tuples,
        }
    }

    fn push(&mut self, tuple: u32) {
        match self {
            Group::One(first) => *self = Group::Many(vec![*first, tuple]),
            Group::Many(tuples) => tuples.push(tuple),
        }
    }
}

/// The part of a tuple at a path.
#[inline]
pub fn part(terms: &Terms, row: &[TermId], path: &[u32]) -> TermId {
    let mut term = row[path[0] as usize];
    for &step in &path[1..] {
        term = terms.args(term)[step as usize];
    }
    term
}

/// True if a tuple has all shapes; outer shapes come before inner ones.
#[inline]
pub fn fits(terms: &Terms, row: &[TermId], shapes: &[Shape]) -> bool {
    shapes.iter().all(|shape| {
        let term = part(terms, row, &shape.path);
        terms.name(term) == shape.name && terms.args(term).len() == shape.arity
    })
}

/// The hash of a tuple.
#[inline]
pub fn hash_row(row: &[TermId]) -> u64 {
    hash(row.iter().copied())
}

fn hash(values: impl Iterator<Item = TermId>) -> u64 {
    let mut hasher = FxHasher::default();
    values.for_each(|value| hasher.write_u32(value.0));
    hasher.finish()
}

impl Relation {
    /// Creates an empty relation.
    pub fn new(arity: usize) -> Relation {
        Relation {
            arity,
            ..Relation::default()
        }
    }

    /// The number of tuples.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The tuple with this number.
    #[inline]
    pub fn row(&self, number: u32) -> &[TermId] {
        let start = number as usize * self.arity;
        &self.rows[start..start + self.arity]
    }

    /// The number of a tuple, if it exists.
    pub fn find(&self, row: &[TermId]) -> Option<u32> {
        self.find_hashed(hash_row(row), row)
    }

    /// Like [`Relation::find`], given the tuple's hash.
    pub fn find_hashed(&self, hash: u64, row: &[TermId]) -> Option<u32> {
        let same = |&other: &u32| self.row(other) == row;
        self.table.find(hash, same).copied()
    }

    /// The number of a tuple with this hash, and whether it is new. If so, call [`Relation::append`] next.
    pub fn number(&mut self, hash: u64, row: &[TermId]) -> (u32, bool) {
        let (rows, arity) = (&self.rows, self.arity);
        let row_of = |n: u32| &rows[n as usize * arity..(n as usize + 1) * arity];
        let same = |&other: &u32| row_of(other) == row;
        match self.table.entry(hash, same, |&n| hash_row(row_of(n))) {
            Entry::Occupied(there) => (*there.get(), false),
            Entry::Vacant(place) => {
                place.insert(self.count as u32);
                (self.count as u32, true)
            }
        }
    }

    /// Adds a tuple that was just numbered; returns its estimated bytes.
    pub fn append(&mut self, terms: &Terms, row: &[TermId], queued: u32, atom: u32) -> usize {
        let number = self.count as u32;
        self.count += 1;
        self.rows.extend_from_slice(row);
        self.queued.push(queued);
        self.atoms.push(atom);
        let (rows, arity) = (&self.rows, self.arity);
        let indexes = self.indexes.iter_mut();
        let in_indexes: usize = indexes.map(|i| i.add(terms, rows, arity, number)).sum();
        4 * arity + BYTES_PER_ROW + in_indexes
    }

    /// The number of the index with these shapes and keys, created on first use, and the bytes that this took.
    pub fn index(&mut self, terms: &Terms, shapes: &[Shape], keys: &[Path]) -> (usize, usize) {
        if shapes.is_empty() && keys.len() == self.arity && keys.iter().all(|key| key.len() == 1) {
            return (WHOLE, 0);
        }
        if let Some(at) = self
            .indexes
            .iter()
            .position(|i| i.shapes == shapes && i.keys == keys)
        {
            return (at, 0);
        }
        let mut index = Index {
            shapes: shapes.to_vec(),
            keys: keys.to_vec(),
            table: HashTable::new(),
            groups: Vec::new(),
        };
        let rows = 0..self.count as u32;
        let bytes: usize = rows
            .map(|number| index.add(terms, &self.rows, self.arity, number))
            .sum();
        self.indexes.push(index);
        (self.indexes.len() - 1, size_of::<Index>() + bytes)
    }

    /// The group of tuples whose parts at the index's keys have these values.
    pub fn select(&self, terms: &Terms, index: usize, values: &[TermId]) -> Option<u32> {
        if index == WHOLE {
            return self.find(values);
        }
        let index = &self.indexes[index];
        let same = |&group: &u32| {
            let row = self.row(index.groups[group as usize].tuples()[0]);
            index
                .keys
                .iter()
                .zip(values)
                .all(|(key, &value)| part(terms, row, key) == value)
        };
        index
            .table
            .find(hash(values.iter().copied()), same)
            .copied()
    }

    /// The tuples of a group, in the order of derivation.
    #[inline]
    pub fn tuples<'a>(&'a self, index: usize, group: &'a u32) -> &'a [u32] {
        if index == WHOLE {
            return std::slice::from_ref(group);
        }
        self.indexes[index].groups[*group as usize].tuples()
    }

    /// The average number of tuples of a group.
    pub fn mean_selection(&self, index: usize) -> f64 {
        if index == WHOLE {
            return self.count.min(1) as f64;
        }
        let groups = &self.indexes[index].groups;
        let rows: usize = groups.iter().map(|group| group.tuples().len()).sum();
        if groups.is_empty() {
            0.0
        } else {
            rows as f64 / groups.len() as f64
        }
    }
}

impl Index {
    /// Adds a tuple if it fits; returns its estimated bytes.
    fn add(&mut self, terms: &Terms, rows: &[TermId], arity: usize, number: u32) -> usize {
        let row_of = |n: u32| &rows[n as usize * arity..(n as usize + 1) * arity];
        let row = row_of(number);
        if !fits(terms, row, &self.shapes) {
            return 0;
        }
        let Index {
            keys,
            table,
            groups,
            ..
        } = self;
        let key_hash = |row: &[TermId]| hash(keys.iter().map(|key| part(terms, row, key)));
        let own = key_hash(row);
        let same = |&group: &u32| {
            let other = row_of(groups[group as usize].tuples()[0]);
            keys.iter()
                .all(|key| part(terms, row, key) == part(terms, other, key))
        };
        let rehash = |&group: &u32| key_hash(row_of(groups[group as usize].tuples()[0]));
        match table.entry(own, same, rehash) {
            Entry::Occupied(group) => {
                groups[*group.get() as usize].push(number);
                BYTES_PER_ENTRY
            }
            Entry::Vacant(place) => {
                place.insert(groups.len() as u32);
                groups.push(Group::One(number));
                BYTES_PER_GROUP
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::Symbols;
    use smallvec::smallvec;

    fn insert(relation: &mut Relation, terms: &Terms, row: &[TermId]) {
        let number = relation.len() as u32;
        assert_eq!(relation.number(hash_row(row), row), (number, true));
        relation.append(terms, row, 0, 0);
    }

    #[test]
    fn indexes_select_by_nested_parts() {
        let mut symbols = Symbols::new();
        let mut terms = Terms::default();
        let cell = symbols.intern("cell");
        let constants: Vec<TermId> = (0..4)
            .map(|i| terms.make(symbols.intern(&i.to_string()), &[]))
            .collect();
        let mut relation = Relation::new(1);
        let shapes = [Shape {
            path: smallvec![0],
            name: cell,
            arity: 2,
        }];
        let early = relation.index(&terms, &shapes, &[smallvec![0, 1]]).0;
        for x in 0..4 {
            for y in 0..4 {
                let term = terms.make(cell, &[constants[x], constants[y]]);
                insert(&mut relation, &terms, &[term]);
            }
        }
        insert(&mut relation, &terms, &[constants[0]]);
        let late = relation
            .index(&terms, &shapes, &[smallvec![0, 0], smallvec![0, 1]])
            .0;
        let select = |index, values: &[TermId]| -> Vec<u32> {
            let group = relation.select(&terms, index, values).unwrap();
            relation.tuples(index, &group).to_vec()
        };
        assert_eq!(select(early, &[constants[2]]), [2, 6, 10, 14]);
        assert_eq!(select(late, &[constants[1], constants[3]]), [7]);
        assert_eq!(
            relation.select(&terms, late, &[constants[1], TermId(99)]),
            None
        );
        assert_eq!(relation.mean_selection(early), 4.0);
        assert_eq!(relation.find(&[constants[0]]), Some(16));
        assert_eq!(relation.find(&[constants[1]]), None);
    }

    #[test]
    fn whole_tuples_need_no_index() {
        let mut symbols = Symbols::new();
        let mut terms = Terms::default();
        let constants = ["a", "b"].map(|name| terms.make(symbols.intern(name), &[]));
        let mut relation = Relation::new(2);
        let keys = [smallvec![0], smallvec![1]];
        let (whole, bytes) = relation.index(&terms, &[], &keys);
        assert_eq!((bytes, relation.mean_selection(whole)), (0, 0.0));
        let row = [constants[1], constants[0]];
        insert(&mut relation, &terms, &row);
        assert_eq!(relation.number(hash_row(&row), &row), (0, false));
        let found = relation.select(&terms, whole, &row).unwrap();
        assert_eq!(relation.tuples(whole, &found), [0]);
        assert_eq!(relation.select(&terms, whole, &constants), None);
        assert_eq!(relation.mean_selection(whole), 1.0);
        assert!(relation.indexes.is_empty());
    }
}
