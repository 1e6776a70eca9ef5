//! The threads of an environment.

use super::EnvError;
use super::crew::Crew;
use std::process;
use std::sync::{Mutex, PoisonError};

/// More threads than any machine has cores for.
const MAX_THREADS: usize = 1024;

/// Threads that step the blocks of an environment, including the calling thread.
///
/// A forked process has a copy of the crew but none of its threads. So the workers remember their process, and another
/// process starts threads of its own.
pub struct Workers {
    crew: Option<Crew>,
    process: u32,
    threads: usize,
}

impl Workers {
    /// As many threads as wanted, but not more than there are blocks.
    pub fn new(wanted: usize, blocks: usize) -> Result<Workers, EnvError> {
        let mut workers = Workers {
            crew: None,
            process: process::id(),
            threads: wanted.min(blocks).max(1),
        };
        workers.hire()?;
        Ok(workers)
    }

    /// Does all jobs, each with its number. Returns the error of the first job that has one.
    ///
    /// Every thread begins with its own share, the same share each time, because the memory of its blocks is in its
    /// cache. Then it takes jobs that no thread has begun.
    pub fn run<J: Send>(
        &mut self,
        jobs: Vec<J>,
        work: impl Fn(usize, J) -> Result<(), EnvError> + Sync,
    ) -> Result<(), EnvError> {
        let size = jobs.len().div_ceil(self.threads);
        let mut jobs = jobs.into_iter().enumerate();
        let share = |_| Mutex::new(jobs.by_ref().take(size).collect::<Vec<_>>().into_iter());
        let shares: Vec<_> = (0..self.threads).map(share).collect();
        let first_error: Mutex<Option<(usize, EnvError)>> = Mutex::new(None);
        let begin_with = |share: usize| {
            for share in shares[share..].iter().chain(&shares[..share]) {
                let next = || share.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some((number, job)) = next() {
                    if let Err(error) = work(number, job) {
                        let mut first = first_error.lock().unwrap_or_else(PoisonError::into_inner);
                        if first.as_ref().is_none_or(|(earlier, _)| number < *earlier) {
                            *first = Some((number, error));
                        }
                    }
                }
            }
        };
        match self.hire()? {
            None => begin_with(0),
            Some(crew) => crew.run(&begin_with),
        }
        let first = first_error
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        first.map_or(Ok(()), |(_, error)| Err(error))
    }

    /// The threads besides the calling thread, which this starts if necessary; `None` if there are none.
    fn hire(&mut self) -> Result<Option<&mut Crew>, EnvError> {
        self.forget_foreign_crew();
        if self.threads > 1 && self.crew.is_none() {
            let crew = Crew::new(self.threads - 1);
            self.crew = Some(crew.map_err(|error| refused(self.threads, error.to_string()))?);
        }
        Ok(self.crew.as_mut())
    }

    /// Forgets the crew of another process. Dropping that crew would wait for threads that this process does not have.
    fn forget_foreign_crew(&mut self) {
        if self.process != process::id() {
            std::mem::forget(self.crew.take());
            self.process = process::id();
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.forget_foreign_crew();
    }
}

/// Refuses more threads than any machine has.
pub fn check_threads(wanted: usize) -> Result<(), EnvError> {
    match wanted > MAX_THREADS {
        true => Err(refused(wanted, format!("the limit is {MAX_THREADS}"))),
        false => Ok(()),
    }
}

fn refused(threads: usize, reason: String) -> EnvError {
    EnvError::Threads { threads, reason }
}
