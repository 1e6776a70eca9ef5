//! Thinking slots: how many threads may think at once at all tables, and how much memory each player gets.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Semaphore;

/// The memory is split into at least this many shares, however few players there are.
const MIN_SHARES: usize = 8;

/// Limits on thinking that all tables share.
pub struct ThinkingSlots {
    /// One permit per thinking thread, given out in the order of the requests.
    pub permits: Arc<Semaphore>,
    players: Arc<AtomicUsize>,
    bytes: usize,
}

/// Counts a player for as long as it lives.
pub struct CountedPlayer(Arc<AtomicUsize>);

impl Drop for CountedPlayer {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl ThinkingSlots {
    /// Slots for `threads` thinking threads, which share `bytes` of memory.
    pub fn new(threads: usize, bytes: usize) -> ThinkingSlots {
        ThinkingSlots {
            permits: Arc::new(Semaphore::new(threads.max(1))),
            players: Arc::default(),
            bytes,
        }
    }

    /// Counts a player.
    pub fn count_player(&self) -> CountedPlayer {
        self.players.fetch_add(1, Ordering::Relaxed);
        CountedPlayer(self.players.clone())
    }

    /// The memory of one player. The sum may exceed the limit for a moment when players join.
    pub fn bytes_per_player(&self) -> usize {
        self.bytes / self.players.load(Ordering::Relaxed).max(MIN_SHARES)
    }
}
