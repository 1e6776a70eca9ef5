//! Threads that help with short work, thousands of times a second.
//!
//! Waking a thread can take longer than a whole step. So a helper polls for the next call for a while before it sleeps. The
//! caller never waits for a sleeping helper: that helper joins the call while the caller works, or misses the call.

#![allow(unsafe_code)]

use std::any::Any;
use std::cell::UnsafeCell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// The number of times that a thread polls the board before it sleeps. This takes some tens of microseconds.
const LOOKS: usize = 1 << 10;

/// The bits of the state of a board that count the helpers at work.
const WORKING: u64 = 0xFFFF;
/// The bit of the state that is set while helpers may join the call.
const OPEN: u64 = 1 << 16;
/// The bit of the state that tells the helpers to end.
const ENDED: u64 = 1 << 17;
/// One call in the state: all higher bits count the calls.
const CALL: u64 = 1 << 18;

/// Threads that help the calling thread.
pub struct Crew {
    board: Arc<Board>,
    helpers: Vec<JoinHandle<()>>,
}

/// The work of a call. The argument is 0 on the calling thread, and the helper's number on a helper.
type Work = dyn Fn(usize) + Sync;

/// The data that a caller and its helpers share.
struct Board {
    /// The number of helpers at work, whether helpers may join, and the number of the call.
    state: AtomicU64,
    /// The work of the call. Only the caller writes it, and only while the call is closed and no helper is at work. Only
    /// helpers at work read it.
    work: UnsafeCell<Option<*const Work>>,
    /// The panic of a helper.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    looks: usize,
}

// SAFETY: the state orders the accesses to `work`, as the field says, and the work itself is `Sync`.
unsafe impl Sync for Board {}
// SAFETY: as above; a board does not depend on its thread.
unsafe impl Send for Board {}

/// Ends a call, also if the caller panics. Afterwards no helper uses the work of the call.
struct Closing<'a>(&'a Board);

impl Crew {
    /// Starts the helpers. They poll for calls only if every thread can have a core.
    pub fn new(helpers: usize) -> io::Result<Crew> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let board = Arc::new(Board {
            state: AtomicU64::new(0),
            work: UnsafeCell::new(None),
            panic: Mutex::new(None),
            looks: if helpers < cores { LOOKS } else { 0 },
        });
        let mut crew = Crew {
            board,
            helpers: Vec::new(),
        };
        for number in 1..=helpers {
            let board = crew.board.clone();
            let helper = thread::Builder::new().name(format!("lanes-{number}"));
            crew.helpers.push(helper.spawn(move || board.help(number))?);
        }
        Ok(crew)
    }

    /// Does the work on this thread, with number 0, and on every helper that joins in time, with its own number. A panic of
    /// a helper becomes a panic of the caller.
    pub fn run(&mut self, work: &(dyn Fn(usize) + Sync)) {
        let board = &*self.board;
        // If the caller and a helper panicked in the last call, the panic of the helper is still here.
        board.take_panic();
        // SAFETY: only the lifetime changes. `Closing` waits for all helpers that use the work.
        let forever =
            unsafe { std::mem::transmute::<*const (dyn Fn(usize) + Sync + '_), *const Work>(work) };
        // SAFETY: the last call is closed, so no helper reads; `&mut self` excludes other callers.
        unsafe { *board.work.get() = Some(forever) };
        board.state.fetch_add(CALL + OPEN, Ordering::AcqRel);
        for helper in &self.helpers {
            helper.thread().unpark();
        }
        let closing = Closing(board);
        work(0);
        drop(closing);
        if let Some(panic) = board.take_panic() {
            resume_unwind(panic);
        }
    }
}

impl Board {
    fn take_panic(&self) -> Option<Box<dyn Any + Send>> {
        let mut panic = self.panic.lock().unwrap_or_else(PoisonError::into_inner);
        panic.take()
    }

    /// The loop of a helper's thread.
    fn help(&self, number: usize) {
        let mut last_call = 0;
        loop {
            let state = self.await_call(last_call);
            if state & ENDED != 0 {
                return;
            }
            let joined =
                self.state
                    .compare_exchange(state, state + 1, Ordering::AcqRel, Ordering::Relaxed);
            if joined.is_ok() {
                last_call = state / CALL;
                self.work(number);
            }
        }
    }

    /// Waits for an open call that this helper has not joined yet, or for the end of the crew.
    fn await_call(&self, last_call: u64) -> u64 {
        let mut looks = self.looks;
        loop {
            let state = self.state.load(Ordering::Acquire);
            if state & ENDED != 0 || (state & OPEN != 0 && state / CALL != last_call) {
                return state;
            }
            match looks {
                0 => {
                    thread::park();
                    looks = self.looks;
                }
                _ => {
                    looks -= 1;
                    std::hint::spin_loop();
                }
            }
        }
    }

    /// Does the work of a call that this helper has joined.
    fn work(&self, number: usize) {
        let work = || {
            // SAFETY: this helper counts as at work, so the caller keeps the work and does not write.
            let work = unsafe { (*self.work.get()).map(|work| &*work) };
            if let Some(work) = work {
                work(number);
            }
        };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            *self.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
        }
        self.state.fetch_sub(1, Ordering::Release);
    }
}

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        let state = &self.0.state;
        state.fetch_and(!OPEN, Ordering::AcqRel);
        let mut looks = self.0.looks;
        while state.load(Ordering::Acquire) & WORKING != 0 {
            match looks {
                // A helper may have lost its core to other work.
                0 => thread::yield_now(),
                _ => {
                    looks -= 1;
                    std::hint::spin_loop();
                }
            }
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.board.state.fetch_or(ENDED, Ordering::AcqRel);
        for helper in self.helpers.drain(..) {
            helper.thread().unpark();
            // Helpers catch the panics of their work.
            let _ = helper.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    const CALLS: usize = if cfg!(miri) { 20 } else { 2000 };

    /// Counts to a number together, and returns how much each thread counted.
    fn count(crew: &mut Crew, threads: usize, goal: usize) -> Vec<usize> {
        let next = AtomicUsize::new(0);
        let counts: Vec<_> = (0..threads).map(|_| AtomicUsize::new(0)).collect();
        crew.run(&|number| {
            while next.fetch_add(1, Ordering::Relaxed) < goal {
                counts[number].fetch_add(1, Ordering::Relaxed);
            }
        });
        counts.into_iter().map(AtomicUsize::into_inner).collect()
    }

    #[test]
    fn all_work_is_done_when_a_call_returns() {
        for helpers in [0, 1, 3] {
            let mut crew = Crew::new(helpers).expect("threads");
            for goal in 0..CALLS {
                let counts = count(&mut crew, helpers + 1, goal % 50);
                assert_eq!(counts.iter().sum::<usize>(), goal % 50);
            }
        }
    }

    #[test]
    fn sleeping_helpers_wake() {
        let mut crew = Crew::new(1).expect("threads");
        for _ in 0..3 {
            thread::sleep(Duration::from_millis(5));
            let helped = AtomicUsize::new(0);
            crew.run(&|number| match number {
                0 => {
                    while helped.load(Ordering::Relaxed) == 0 {
                        thread::yield_now();
                    }
                }
                _ => helped.store(number, Ordering::Relaxed),
            });
            assert_eq!(helped.into_inner(), 1);
        }
    }

    #[test]
    fn panics_reach_the_caller_and_the_crew_goes_on() {
        let mut crew = Crew::new(1).expect("threads");
        for culprits in [&[0][..], &[1], &[0, 1]] {
            let joined = AtomicUsize::new(0);
            let call = catch_unwind(AssertUnwindSafe(|| {
                crew.run(&|number| {
                    joined.fetch_or(1 << number, Ordering::Relaxed);
                    while joined.load(Ordering::Relaxed) != 3 {
                        thread::yield_now();
                    }
                    assert!(!culprits.contains(&number), "as planned");
                });
            }));
            assert!(call.is_err());
            assert_eq!(count(&mut crew, 2, 9).iter().sum::<usize>(), 9);
        }
    }
}
