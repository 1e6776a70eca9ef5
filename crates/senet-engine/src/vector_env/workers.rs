//! The threads of an environment.

use super::EnvError;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process;

/// More threads than any machine has cores for.
const MAX_THREADS: usize = 1024;

/// Threads that step the blocks of an environment.
///
/// A forked process has a copy of the pool but none of its threads: a call that waits for them would never return. Each pool therefore remembers its
/// process, and a forked process starts new threads.
pub struct Workers {
    pool: Option<ThreadPool>,
    process: u32,
    threads: usize,
}

impl Workers {
    /// As many threads as wanted, but not more than there are blocks. One thread needs no pool.
    pub fn new(wanted: usize, blocks: usize) -> Result<Workers, EnvError> {
        if wanted > MAX_THREADS {
            return Err(refused(wanted, format!("the limit is {MAX_THREADS}")));
        }
        let mut workers = Workers {
            pool: None,
            process: process::id(),
            threads: wanted.min(blocks),
        };
        workers.pool()?;
        Ok(workers)
    }

    /// The pool; `None` if the calling thread does all work.
    pub fn pool(&mut self) -> Result<Option<&ThreadPool>, EnvError> {
        if self.threads <= 1 {
            return Ok(None);
        }
        self.forget_foreign_pool();
        if self.pool.is_none() {
            let built = ThreadPoolBuilder::new().num_threads(self.threads).build();
            self.pool = Some(built.map_err(|error| refused(self.threads, error.to_string()))?);
        }
        Ok(self.pool.as_ref())
    }

    /// Leaks the pool of another process, since dropping it could wait for threads that do not
    /// exist here.
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

fn refused(threads: usize, reason: String) -> EnvError {
    EnvError::Threads { threads, reason }
}
