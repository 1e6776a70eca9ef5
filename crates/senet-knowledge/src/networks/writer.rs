//! Writes networks in the background, so that no clock waits for the disk.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// Writes networks. Dropping it waits for all of them.
#[derive(Default, Debug)]
pub struct Writer(Mutex<Vec<JoinHandle<Result<(), String>>>>);

impl Writer {
    /// Starts to write. Fails only if there is no thread for it.
    pub fn start(
        &self,
        write: impl FnOnce() -> Result<(), String> + Send + 'static,
    ) -> Result<(), String> {
        let thread = std::thread::Builder::new().spawn(write);
        let thread = thread.map_err(|error| format!("no thread can be started: {error}"))?;
        self.lock().push(thread);
        Ok(())
    }

    /// Waits until everything is written. Returns the first error.
    pub fn finish(&self) -> Result<(), String> {
        let threads = std::mem::take(&mut *self.lock());
        let ends = threads.into_iter().map(|thread| {
            let broken = |_| Err("a network was not saved: its writer panicked".to_string());
            thread.join().unwrap_or_else(broken)
        });
        // Waits for all threads, also for those after the first failure.
        ends.collect::<Vec<_>>().into_iter().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<JoinHandle<Result<(), String>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Callers that need the error have called `finish`.
        self.finish().ok();
    }
}
