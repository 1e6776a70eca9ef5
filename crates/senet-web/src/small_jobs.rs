//! Small jobs that a visitor waits for, such as checking a sheet while typing. A few run, a few more wait, and further ones fail.

use crate::failure::Failure;
use crate::loading::compute;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// A queue for small jobs.
pub struct SmallJobs {
    turns: Arc<Semaphore>,
    room: Arc<Semaphore>,
}

impl SmallJobs {
    /// A queue with limits on running and waiting jobs.
    pub fn new(at_once: usize, waiting: usize) -> SmallJobs {
        SmallJobs {
            turns: Arc::new(Semaphore::new(at_once)),
            room: Arc::new(Semaphore::new(at_once + waiting)),
        }
    }

    /// Runs a job when its turn comes. A cancelled request leaves the queue; a job that has started runs to its end.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let room = self.room.clone().try_acquire_owned();
        let room = room.map_err(|_| Failure::busy("too many requests at the same time"))?;
        let turn = self.turns.clone().acquire_owned().await;
        let turn = turn.map_err(Failure::broken)?;
        compute(move || {
            let done = work();
            drop((turn, room));
            done
        })
        .await
    }
}
