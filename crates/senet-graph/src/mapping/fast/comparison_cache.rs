//! Results of comparisons.

use crate::mapping::SymbolComparison;

/// So many results are kept. One that falls on the place of another takes it: what is lost is computed again.
const CAPACITY: usize = 1 << 16;

/// The fingerprints of two trees and their comparison.
#[derive(Clone, Copy)]
struct Entry {
    key: (u64, u64),
    distance: u64,
    matched: u32,
    assigned: u32,
}

/// What was compared lately.
pub struct ComparisonCache {
    entries: Vec<Entry>,
}

impl Default for ComparisonCache {
    fn default() -> ComparisonCache {
        // Equal fingerprints are never looked up, so that this is nobody's key.
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
    /// The comparison of trees with these fingerprints, the smaller first.
    #[inline]
    pub fn get(&self, key: (u64, u64)) -> Option<SymbolComparison> {
        let entry = &self.entries[slot(key)];
        (entry.key == key).then(|| SymbolComparison {
            distance: entry.distance,
            matched: u64::from(entry.matched),
            assigned: u64::from(entry.assigned),
        })
    }

    /// Keeps a comparison.
    #[inline]
    pub fn insert(&mut self, key: (u64, u64), likeness: SymbolComparison) {
        // No tree has more nodes than this, as their sizes are counted in the same width.
        let (Ok(matched), Ok(assigned)) = (
            u32::try_from(likeness.matched),
            u32::try_from(likeness.assigned),
        ) else {
            return;
        };
        self.entries[slot(key)] = Entry {
            key,
            distance: likeness.distance,
            matched,
            assigned,
        };
    }
}

/// Fingerprints are mixed well, so that any of their bits will do.
fn slot((low, high): (u64, u64)) -> usize {
    (low ^ high.rotate_left(32)) as usize % CAPACITY
}
