//! A hash table in many small ones.
//!
//! A table that is full is copied into one of twice the size, which takes a tenth of a second for a million nodes: more than a player may overrun its clock.
//! Small tables are full at different moments, and each is copied in no time.

use super::tree::NodeId;
use hashbrown::HashTable;

/// How many tables there are.
const SHELVES: usize = 256;

/// Nodes by the hash of their state.
pub struct Shelves {
    shelves: Vec<HashTable<NodeId>>,
    count: usize,
}

impl Shelves {
    /// Nothing is on them.
    pub fn new() -> Shelves {
        Shelves {
            shelves: (0..SHELVES).map(|_| HashTable::new()).collect(),
            count: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.shelves.iter_mut().for_each(HashTable::clear);
        self.count = 0;
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The node with this hash for which the condition holds.
    pub fn find(&self, hash: u32, is_meant: impl FnMut(&NodeId) -> bool) -> Option<NodeId> {
        let spread = spread(hash);
        self.shelves[shelf(spread)].find(spread, is_meant).copied()
    }

    /// Adds a node that is not there yet. `hash_of` gives the hash of any node.
    pub fn insert(&mut self, hash: u32, id: NodeId, hash_of: impl Fn(&NodeId) -> u32) {
        let hash = spread(hash);
        self.shelves[shelf(hash)].insert_unique(hash, id, |id| spread(hash_of(id)));
        self.count += 1;
    }
}

/// Tables look at the lowest and the highest bits.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Bits that the tables themselves do not look at.
fn shelf(spread: u64) -> usize {
    (spread >> 44) as usize % SHELVES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_found_by_their_hash() {
        let hash = |id: &NodeId| (*id / 2).wrapping_mul(0x1234_5677);
        let mut shelves = Shelves::new();
        for id in 0..10_000 {
            shelves.insert(hash(&id), id, hash);
        }
        assert_eq!(shelves.len(), 10_000);
        for id in 0..10_000 {
            assert_eq!(shelves.find(hash(&id), |found| *found == id), Some(id));
        }
        assert_eq!(shelves.find(hash(&7), |_| false), None);
        shelves.clear();
        assert_eq!((shelves.len(), shelves.find(hash(&7), |_| true)), (0, None));
    }

    #[test]
    fn no_shelf_has_many_more_than_the_others() {
        let hash = |id: &NodeId| id.wrapping_mul(0x9E37_79B1);
        let mut shelves = Shelves::new();
        for id in 0..(SHELVES as NodeId * 100) {
            shelves.insert(hash(&id), id, hash);
        }
        let fullest = shelves.shelves.iter().map(HashTable::len).max();
        assert!(fullest.is_some_and(|most| most < 200), "{fullest:?}");
    }
}
