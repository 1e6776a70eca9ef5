//! A cache of tree comparisons.

use crate::mapping::SymbolComparison;

/// The number of slots. A new result replaces the old one in its slot, which is computed again on demand.
const CAPACITY: usize = 1 << 16;

/// A cached comparison, keyed by both fingerprints.
#[derive(Clone, Copy)]
struct Entry {
    key: (u64, u64),
    distance: u64,
    matched: u32,
    assigned: u32,
}

/// A direct-mapped cache of recent comparisons.
pub struct ComparisonCache {
    entries: Vec<Entry>,
}

impl Default for ComparisonCache {
    fn default() -> ComparisonCache {
        // Equal fingerprints are never looked up, so (0, 0) marks an empty slot.
        let empty = Entry {
            key: (0, 0),
            distance: 0,
            matched: 0,
            assigned: 0,
        };
        ComparisonCache {
            entries: vec![empty; CAPACITY],
        }
    }
}

impl ComparisonCache {
    /// The cached comparison of two trees. The smaller fingerprint comes first.
    #[inline]
    pub fn get(&self, key: (u64, u64)) -> Option<SymbolComparison> {
        let entry = &self.entries[slot(key)];
        (entry.key == key).then(|| SymbolComparison {
            distance: entry.distance,
            matched: u64::from(entry.matched),
            assigned: u64::from(entry.assigned),
        })
    }

    /// Caches a comparison.
    #[inline]
    pub fn insert(&mut self, key: (u64, u64), comparison: SymbolComparison) {
        // Tree sizes are 32-bit, so the counts always fit.
        let (Ok(matched), Ok(assigned)) = (
            u32::try_from(comparison.matched),
            u32::try_from(comparison.assigned),
        ) else {
            return;
        };
        self.entries[slot(key)] = Entry {
            key,
            distance: comparison.distance,
            matched,
            assigned,
        };
    }
}

/// Fingerprints are well mixed, so any of their bits select the slot.
fn slot((low, high): (u64, u64)) -> usize {
    (low ^ high.rotate_left(32)) as usize % CAPACITY
}
