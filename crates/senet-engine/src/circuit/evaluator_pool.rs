//! The evaluators of a game, shared by threads.

use super::evaluator::StateEvaluator;
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::thread::available_parallelism;

/// One slot for each thread that can run at a time. Each thread prefers its own slot, whose
/// evaluator still has the thread's last state. The pool is freed with the game.
#[derive(Debug)]
pub struct EvaluatorPool {
    slots: Box<[Slot]>,
}

/// Slots do not share cache lines, since different threads write to them.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Slot(Mutex<Option<Box<StateEvaluator>>>);

thread_local! {
    /// The number of this thread, which selects the slot to try first.
    static THREAD: Cell<usize> = {
        static THREADS: AtomicUsize = AtomicUsize::new(0);
        Cell::new(THREADS.fetch_add(1, Ordering::Relaxed))
    };
}

impl EvaluatorPool {
    /// A pool of empty slots.
    pub fn new() -> EvaluatorPool {
        static COUNT: OnceLock<usize> = OnceLock::new();
        let count = COUNT.get_or_init(|| available_parallelism().map_or(1, |count| count.get()));
        let slots = (0..*count).map(|_| Slot::default()).collect();
        EvaluatorPool { slots }
    }

    /// Removes an evaluator for long work, so that short queries need not wait for it.
    pub fn take_out(&self, make: impl FnOnce() -> StateEvaluator) -> Box<StateEvaluator> {
        let known = self.take().take();
        known.unwrap_or_else(|| Box::new(make()))
    }

    /// Puts an evaluator into a slot, for the next query of this thread.
    pub fn put_back(&self, evaluator: Box<StateEvaluator>) {
        *self.take() = Some(evaluator);
    }

    /// Runs an action on an evaluator that no other thread uses.
    pub fn with<T>(
        &self,
        make: impl FnOnce() -> StateEvaluator,
        action: impl FnOnce(&mut StateEvaluator) -> T,
    ) -> T {
        let mut slot = self.take();
        action(slot.get_or_insert_with(|| Box::new(make())))
    }

    fn take(&self) -> MutexGuard<'_, Option<Box<StateEvaluator>>> {
        let first = THREAD.get();
        let numbers = (0..self.slots.len()).map(|at| (first + at) % self.slots.len());
        let mut free = numbers.filter_map(|number| self.slots[number].0.try_lock().ok());
        if let Some(slot) = free.next() {
            return slot;
        }
        let slot = &self.slots[first % self.slots.len()].0;
        slot.lock().unwrap_or_else(|poisoned| {
            // A panic may have left the evaluator between two states.
            slot.clear_poison();
            let mut evaluator = poisoned.into_inner();
            *evaluator = None;
            evaluator
        })
    }
}
