//! The threads of an environment.

use super::EnvError;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// More threads than any machine has cores for.
const MAX_THREADS: usize = 1024;
/// Turns of a waiting loop, about a tenth of a millisecond.
const SPINS: usize = 1 << 12;

/// Threads that step the blocks of an environment, beside the one that calls.
///
/// A forked process has a copy of the pool but none of its threads: work that waits for them would wait for ever. So the
/// pool remembers its process, and another process starts threads of its own.
pub struct Workers {
    pool: Option<ThreadPool>,
    process: u32,
    threads: usize,
}

impl Workers {
    /// As many threads as wanted, but not more than there are blocks. One thread needs no pool.
    pub fn new(wanted: usize, blocks: usize) -> Result<Workers, EnvError> {
        if wanted > MAX_THREADS {
            return Err(refused(wanted, format!("the most is {MAX_THREADS}")));
        }
        let mut workers = Workers {
            pool: None,
            process: process::id(),
            threads: wanted.min(blocks),
        };
        workers.pool()?;
        Ok(workers)
    }

    /// The number of blocks in the share of each thread.
    pub fn share(&self, blocks: usize) -> usize {
        blocks.div_ceil(self.threads.max(1))
    }

    /// Does the numbered jobs of all shares. Returns the error of the first job that has one.
    ///
    /// The calling thread works too. Every thread begins with its share, the same one each time, since the memory of the
    /// blocks is in its cache. Then it takes jobs that others have not begun.
    pub fn run<J: Send>(
        &mut self,
        shares: Vec<impl Iterator<Item = (usize, J)> + Send>,
        work: impl Fn(usize, J) -> Result<(), EnvError> + Sync,
    ) -> Result<(), EnvError> {
        let shares: Vec<_> = shares.into_iter().map(Mutex::new).collect();
        let errors = Mutex::new(BTreeMap::new());
        let begin_with = |share: usize| {
            for share in shares[share..].iter().chain(&shares[..share]) {
                let next = || lock(share).next();
                while let Some((number, job)) = next() {
                    if let Err(error) = work(number, job) {
                        lock(&errors).insert(number, error);
                    }
                }
            }
        };
        match self.pool()? {
            None => begin_with(0),
            Some(pool) => on_threads(pool, shares.len(), begin_with),
        }
        let first = lock(&errors).pop_first();
        first.map_or(Ok(()), |(_, error)| Err(error))
    }

    /// The pool; `None` if the calling thread does all work.
    fn pool(&mut self) -> Result<Option<&ThreadPool>, EnvError> {
        if self.threads <= 1 {
            return Ok(None);
        }
        self.forget_foreign_pool();
        if self.pool.is_none() {
            let built = ThreadPoolBuilder::new()
                .num_threads(self.threads - 1)
                .build();
            self.pool = Some(built.map_err(|error| refused(self.threads, error.to_string()))?);
        }
        Ok(self.pool.as_ref())
    }

    /// Ending the pool of another process could wait for its threads.
    fn forget_foreign_pool(&mut self) {
        if self.process != process::id() {
            std::mem::forget(self.pool.take());
            self.process = process::id();
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.forget_foreign_pool();
    }
}

/// Does the work of each number: of 0 on this thread, of the others on those of the pool.
fn on_threads(pool: &ThreadPool, count: usize, work: impl Fn(usize) + Sync) {
    let working = AtomicUsize::new(count - 1);
    pool.in_place_scope(|scope| {
        for number in 1..count {
            let (work, working) = (&work, &working);
            scope.spawn(move |_| {
                work(number);
                working.fetch_sub(1, Ordering::Release);
            });
        }
        work(0);
        spin_until(|| working.load(Ordering::Acquire) == 0);
    });
}

/// Waits without sleep for a short time, since being woken takes longer than the rest of a step.
fn spin_until(is_done: impl Fn() -> bool) {
    let mut turns = 0..SPINS;
    while !is_done() && turns.next().is_some() {
        std::hint::spin_loop();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn refused(threads: usize, reason: String) -> EnvError {
    EnvError::Threads { threads, reason }
}
