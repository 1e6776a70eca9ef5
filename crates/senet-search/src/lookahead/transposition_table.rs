//! A transposition table in bounded memory.
//!
//! A state is identified by 128 hash bits of its words. Two states of one search collide with a probability below
//! 10⁻²⁰, so proofs may rely on the table.

use senet_engine::State;

/// The 128-bit hash of a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StateKey(u64, u64);

impl StateKey {
    /// The key of a state.
    pub fn of(state: &State) -> StateKey {
        let words = state.words();
        let length = words.len() as u64;
        let (mut left, mut right) = (0x9e37_79b9_7f4a_7c15 ^ length, 0xc2b2_ae3d_27d4_eb4f_u64);
        for &word in words {
            left = fold(left ^ word, 0xa076_1d64_78bd_642f);
            right = fold(right.rotate_left(29) ^ word, 0xe703_7ed1_a0b4_28db);
        }
        // Zero marks an empty slot.
        StateKey(left | 1, right)
    }

    /// Some bits of the key, to seed random numbers.
    pub fn seed(self) -> u64 {
        self.1
    }
}

/// Multiplies to double width and folds both halves together, so every output bit depends on every input bit.
fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    product as u64 ^ (product >> 64) as u64
}

/// Words before the payload of a slot: the key and the replacement priority.
const HEAD: usize = 3;
/// Slots per bucket.
const WAYS: usize = 2;

/// Buckets of two slots with a fixed number of words. One slot keeps the deepest entry of the current search, the
/// other one the latest entry.
pub struct TranspositionTable {
    words: Vec<u64>,
    stride: usize,
    buckets: usize,
    generation: u32,
}

impl TranspositionTable {
    /// A table without slots. Each payload has this many words.
    pub fn new(payload: usize) -> TranspositionTable {
        TranspositionTable {
            words: Vec::new(),
            stride: HEAD + payload,
            buckets: 0,
            generation: 0,
        }
    }

    /// Starts a new search that stores about `states` states. The table grows to hold them, but stays within `bytes`.
    /// Resizing clears it.
    pub fn begin(&mut self, states: u64, bytes: usize) {
        self.generation += 1;
        let most = bytes / (WAYS * self.stride * size_of::<u64>());
        let wanted = (states / WAYS as u64).min(most as u64) as usize;
        if wanted > self.buckets || self.buckets > most {
            self.buckets = wanted;
            // The system provides zeroed memory lazily, so unused slots cost nothing.
            self.words = Vec::new();
            self.words = vec![0; self.buckets * WAYS * self.stride];
        }
    }

    /// The payload stored for a state.
    pub fn get(&self, key: StateKey) -> Option<&[u64]> {
        let slots = self.bucket(key)?;
        let mut slots = self.words[slots].chunks_exact(self.stride);
        let slot = slots.find(|slot| slot[0] == key.0 && slot[1] == key.1)?;
        Some(&slot[HEAD..])
    }

    /// Stores the payload of a state. A greater depth gives it a higher replacement priority.
    pub fn put(&mut self, key: StateKey, depth: u16, payload: &[u64]) {
        let Some(range) = self.bucket(key) else {
            return;
        };
        let generation = u64::from(self.generation) << 16;
        let bucket = &mut self.words[range];
        let (first, second) = bucket.split_at_mut(self.stride);
        let is_same = |slot: &[u64]| slot[0] == key.0 && slot[1] == key.1;
        let is_weaker = |slot: &[u64]| slot[0] == 0 || slot[2] <= generation | u64::from(depth);
        let slot = match is_same(first) || !is_same(second) && is_weaker(first) {
            true => first,
            false => second,
        };
        slot[..HEAD].copy_from_slice(&[key.0, key.1, generation | u64::from(depth)]);
        slot[HEAD..].copy_from_slice(payload);
    }

    fn bucket(&self, key: StateKey) -> Option<std::ops::Range<usize>> {
        if self.buckets == 0 {
            return None;
        }
        let scaled = u128::from(key.1) * self.buckets as u128;
        let start = (scaled >> 64) as usize * WAYS * self.stride;
        Some(start..start + WAYS * self.stride)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> StateKey {
        StateKey::of(&State::from_words(vec![number, 0]))
    }

    #[test]
    fn stored_payloads_are_found() {
        let mut table = TranspositionTable::new(1);
        table.put(key(1), 3, &[7]);
        assert_eq!(table.get(key(1)), None);
        table.begin(1000, 1 << 20);
        for number in 0..100 {
            table.put(key(number), 3, &[number]);
            assert_eq!(table.get(key(number)), Some(&[number][..]));
        }
        table.put(key(5), 1, &[55]);
        assert_eq!(table.get(key(5)), Some(&[55][..]));
    }

    #[test]
    fn deep_entries_of_the_current_search_stay() {
        let mut table = TranspositionTable::new(1);
        table.begin(2, 1 << 20);
        table.put(key(0), 9, &[0]);
        for number in 1..50 {
            table.put(key(number), 2, &[number]);
        }
        assert_eq!(table.get(key(0)), Some(&[0][..]));
        assert_eq!(table.get(key(49)), Some(&[49][..]));
        table.begin(2, 1 << 20);
        table.put(key(50), 1, &[50]);
        assert_eq!(table.get(key(0)), None);
    }

    #[test]
    fn stays_within_the_memory_limit() {
        let mut table = TranspositionTable::new(2);
        table.begin(u64::MAX, 10_000);
        assert!(table.words.len() * 8 <= 10_000);
        table.begin(u64::MAX, 0);
        assert!(table.words.is_empty());
    }

    #[test]
    fn keys_differ_if_words_or_word_counts_differ() {
        let keys = [vec![], vec![0], vec![0, 0], vec![1, 0], vec![0, 1]];
        let keys = keys.map(|words| StateKey::of(&State::from_words(words)));
        for (at, key) in keys.iter().enumerate() {
            assert!(!keys[..at].contains(key));
        }
    }
}
