//! The memories of a game, one for each thread that works on it.

use super::memory::Memory;
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::thread::available_parallelism;

/// As many places as threads can run at a time. A thread comes back to the same place as long as it is free, where it
/// finds what it asked last. The memories go with the game.
#[derive(Debug)]
pub struct Pool {
    places: Box<[Place]>,
}

/// Places do not share cache lines, since different threads write to them.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Place(Mutex<Option<Box<Memory>>>);

thread_local! {
    /// Numbers the threads; where a thread looks first.
    static THREAD: Cell<usize> = {
        static THREADS: AtomicUsize = AtomicUsize::new(0);
        Cell::new(THREADS.fetch_add(1, Ordering::Relaxed))
    };
}

impl Pool {
    /// No memories yet.
    pub fn new() -> Pool {
        static COUNT: OnceLock<usize> = OnceLock::new();
        let count = COUNT.get_or_init(|| available_parallelism().map_or(1, |count| count.get()));
        let places = (0..*count).map(|_| Place::default()).collect();
        Pool { places }
    }

    /// Takes a memory out for long work, so that short questions need not wait for it.
    pub fn take_out(&self, make: impl FnOnce() -> Memory) -> Box<Memory> {
        let known = self.take().take();
        known.unwrap_or_else(|| Box::new(make()))
    }

    /// Leaves a memory for the next question of this thread.
    pub fn put_back(&self, memory: Box<Memory>) {
        *self.take() = Some(memory);
    }

    /// Runs an action on a memory that no other thread uses.
    pub fn with<T>(
        &self,
        make: impl FnOnce() -> Memory,
        action: impl FnOnce(&mut Memory) -> T,
    ) -> T {
        let mut place = self.take();
        action(place.get_or_insert_with(|| Box::new(make())))
    }

    fn take(&self) -> MutexGuard<'_, Option<Box<Memory>>> {
        let first = THREAD.get();
        let numbers = (0..self.places.len()).map(|at| (first + at) % self.places.len());
        let mut free = numbers.filter_map(|number| self.places[number].0.try_lock().ok());
        if let Some(place) = free.next() {
            return place;
        }
        let place = &self.places[first % self.places.len()].0;
        place.lock().unwrap_or_else(|poisoned| {
            // A panic may have left the memory half way between two states.
            place.clear_poison();
            let mut memory = poisoned.into_inner();
            *memory = None;
            memory
        })
    }
}
