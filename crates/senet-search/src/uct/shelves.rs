//! A hash table in many small ones.
//!
//! A table that is full is copied into one of twice the size, which takes a tenth of a second for a million nodes: more than a player may overrun its clock.
//! Small tables are full at different moments, and each is copied in no time. Each has a lock of its own, so threads rarely meet.

use super::node::NodeId;
use hashbrown::HashTable;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many tables there are.
const SHELVES: usize = 256;

/// Nodes by the hash of their state.
pub struct Shelves {
    shelves: Vec<Mutex<HashTable<NodeId>>>,
}

impl Shelves {
    /// Nothing is on them.
    pub fn new() -> Shelves {
        Shelves {
            shelves: (0..SHELVES).map(|_| Mutex::default()).collect(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let shelves = self.shelves.iter_mut();
        let tables = shelves.map(|shelf| shelf.get_mut().unwrap_or_else(PoisonError::into_inner));
        tables.for_each(HashTable::clear);
    }

    /// The node with this hash for which the condition holds; else a new one is made and added, unless none can be made. Also whether it
    /// is new. `hash_of` gives the hash of any node.
    pub fn find_or_add(
        &self,
        hash: u32,
        is_meant: impl FnMut(&NodeId) -> bool,
        make: impl FnOnce() -> Option<NodeId>,
        hash_of: impl Fn(&NodeId) -> u32,
    ) -> Option<(NodeId, bool)> {
        let hash = spread(hash);
        let mut table = self.table(hash);
        if let Some(&found) = table.find(hash, is_meant) {
            return Some((found, false));
        }
        let id = make()?;
        table.insert_unique(hash, id, |id| spread(hash_of(id)));
        Some((id, true))
    }

    fn table(&self, spread: u64) -> MutexGuard<'_, HashTable<NodeId>> {
        let shelf = &self.shelves[shelf(spread)];
        shelf.lock().unwrap_or_else(PoisonError::into_inner)
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

    fn add(shelves: &Shelves, id: NodeId, hash: impl Fn(&NodeId) -> u32) -> (NodeId, bool) {
        let same = |found: &NodeId| *found == id;
        let made = shelves.find_or_add(hash(&id), same, || Some(id), &hash);
        made.unwrap()
    }

    #[test]
    fn nodes_are_found_by_their_hash() {
        let hash = |id: &NodeId| (*id / 2).wrapping_mul(0x1234_5677);
        let mut shelves = Shelves::new();
        for id in 0..10_000 {
            assert_eq!(add(&shelves, id, hash), (id, true));
        }
        for id in 0..10_000 {
            assert_eq!(add(&shelves, id, hash), (id, false));
        }
        assert_eq!(
            shelves.find_or_add(hash(&7), |_| false, || None, hash),
            None
        );
        shelves.clear();
        assert_eq!(add(&shelves, 7, hash), (7, true));
    }

    #[test]
    fn no_shelf_has_many_more_than_the_others() {
        let hash = |id: &NodeId| id.wrapping_mul(0x9E37_79B1);
        let shelves = Shelves::new();
        for id in 0..(SHELVES as NodeId * 100) {
            add(&shelves, id, hash);
        }
        let lengths = shelves.shelves.iter().map(|s| s.lock().unwrap().len());
        let fullest = lengths.max();
        assert!(fullest.is_some_and(|most| most < 200), "{fullest:?}");
    }
}
