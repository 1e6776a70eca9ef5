//! One match at a time has memory for its rules and its player.
//!
//! A match that was given up may still hold memory: its threads poll for cancellation only now and then. The next match loads its rules after the old
//! ones are freed. Therefore many short matches need no more memory than one.

use senet_gdl::Deadline;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a waiting match looks for its own cancellation.
const POLL: Duration = Duration::from_millis(20);

/// Gives turns to matches.
#[derive(Clone, Default)]
pub struct Turns(Arc<Queue>);

#[derive(Default)]
struct Queue {
    is_taken: Mutex<bool>,
    changed: Condvar,
}

/// The turn of a match. All threads of the match share it; it ends when the last of them drops it.
pub struct Turn(Arc<Queue>);

impl Queue {
    fn is_taken(&self) -> MutexGuard<'_, bool> {
        self.is_taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turns {
    /// Waits until the last match has freed its memory; `None` if the deadline comes first.
    pub fn wait(&self, deadline: &Deadline) -> Option<Arc<Turn>> {
        let mut is_taken = self.0.is_taken();
        while *is_taken {
            if deadline.is_over() {
                return None;
            }
            let waited = self.0.changed.wait_timeout(is_taken, POLL);
            is_taken = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *is_taken = true;
        Some(Arc::new(Turn(self.0.clone())))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *self.0.is_taken() = false;
        self.0.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_turn_begins_after_the_last_thread_of_the_match() {
        let turns = Turns::default();
        let loader = turns.wait(&Deadline::never()).unwrap();
        let player = loader.clone();
        drop(loader);
        assert!(turns.wait(&Deadline::after(POLL)).is_none());
        let waiting = std::thread::spawn({
            let turns = turns.clone();
            move || {
                turns
                    .wait(&Deadline::after(Duration::from_secs(60)))
                    .is_some()
            }
        });
        drop(player);
        assert!(waiting.join().unwrap());
        assert!(turns.wait(&Deadline::after(Duration::ZERO)).is_some());
    }
}
