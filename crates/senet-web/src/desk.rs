//! Small work that somebody waits for, such as checking a sheet while it is typed: a few at a time, a few more that wait, and no more than that.

use crate::failure::Failure;
use crate::loading::compute;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Where small work is done.
pub struct Desk {
    turns: Arc<Semaphore>,
    room: Arc<Semaphore>,
}

impl Desk {
    /// So much is done at a time, and so much may wait.
    pub fn new(at_once: usize, waiting: usize) -> Desk {
        Desk {
            turns: Arc::new(Semaphore::new(at_once)),
            room: Arc::new(Semaphore::new(at_once + waiting)),
        }
    }

    /// Does the work when it is its turn. Whoever goes away while waiting gives the place up; work that has begun is finished and keeps its place till then.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let room = self.room.clone().try_acquire_owned();
        let room = room.map_err(|_| Failure::busy("too many are asking at the same time"))?;
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
