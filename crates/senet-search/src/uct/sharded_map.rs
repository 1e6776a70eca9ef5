//! A sharded hash map from states to nodes.
//!
//! A full hash map is copied into one of twice the size. With a million nodes that takes a tenth of a second, longer
//! than a player may exceed its clock. Small shards fill up at different moments, and each copy is fast. Each shard
//! has its own lock, so threads rarely wait for each other.

use super::node::NodeId;
use hashbrown::HashTable;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of shards.
const SHARDS: usize = 256;

/// Nodes by the hash of their state.
pub struct ShardedMap {
    shards: Vec<Mutex<HashTable<NodeId>>>,
}

impl ShardedMap {
    /// An empty map.
    pub fn new() -> ShardedMap {
        ShardedMap {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
        }
    }

    /// Removes all nodes.
    pub fn clear(&mut self) {
        let shards = self.shards.iter_mut();
        let tables = shards.map(|shard| shard.get_mut().unwrap_or_else(PoisonError::into_inner));
        tables.for_each(HashTable::clear);
    }

    /// Finds the node with this hash for which `is_match` holds, or adds one from `make`. Also returns whether
    /// it is new. `None` if `make` fails. `hash_of` returns the hash of any node.
    pub fn find_or_add(
        &self,
        hash: u32,
        is_match: impl FnMut(&NodeId) -> bool,
        make: impl FnOnce() -> Option<NodeId>,
        hash_of: impl Fn(&NodeId) -> u32,
    ) -> Option<(NodeId, bool)> {
        let hash = spread(hash);
        let mut table = self.table(hash);
        if let Some(&found) = table.find(hash, is_match) {
            return Some((found, false));
        }
        let id = make()?;
        table.insert_unique(hash, id, |id| spread(hash_of(id)));
        Some((id, true))
    }

    fn table(&self, spread: u64) -> MutexGuard<'_, HashTable<NodeId>> {
        let shard = &self.shards[shard(spread)];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Spreads the hash over 64 bits. The shards' hash tables use the lowest and the highest bits.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The shard index, from bits that the hash tables do not use.
fn shard(spread: u64) -> usize {
    (spread >> 44) as usize % SHARDS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(shards: &ShardedMap, id: NodeId, hash: impl Fn(&NodeId) -> u32) -> (NodeId, bool) {
        let same = |found: &NodeId| *found == id;
        let made = shards.find_or_add(hash(&id), same, || Some(id), &hash);
        made.unwrap()
    }

    #[test]
    fn finds_nodes_by_hash() {
        let hash = |id: &NodeId| (*id / 2).wrapping_mul(0x1234_5677);
        let mut shards = ShardedMap::new();
        for id in 0..10_000 {
            assert_eq!(add(&shards, id, hash), (id, true));
        }
        for id in 0..10_000 {
            assert_eq!(add(&shards, id, hash), (id, false));
        }
        assert_eq!(shards.find_or_add(hash(&7), |_| false, || None, hash), None);
        shards.clear();
        assert_eq!(add(&shards, 7, hash), (7, true));
    }

    #[test]
    fn shards_are_filled_evenly() {
        let hash = |id: &NodeId| id.wrapping_mul(0x9E37_79B1);
        let shards = ShardedMap::new();
        for id in 0..(SHARDS as NodeId * 100) {
            add(&shards, id, hash);
        }
        let lengths = shards.shards.iter().map(|s| s.lock().unwrap().len());
        let fullest = lengths.max();
        assert!(fullest.is_some_and(|most| most < 200), "{fullest:?}");
    }
}
