//! Small jobs that a visitor waits for, such as checking a sheet while typing. A few run, a few more wait, and further ones fail.

use crate::client::Client;
use crate::failure::Failure;
use crate::loading::compute;
use crate::places::Places;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// A queue for small jobs.
pub struct SmallJobs {
    turns: Arc<Semaphore>,
    room: Places,
}

impl SmallJobs {
    /// A queue with limits on running and waiting jobs.
    pub fn new(at_once: usize, waiting: usize) -> SmallJobs {
        SmallJobs {
            turns: Arc::new(Semaphore::new(at_once)),
            room: Places::new(at_once + waiting),
        }
    }

    /// Runs a job of a client when its turn comes. A cancelled request leaves the queue; a job that has started runs to its end.
    pub async fn work<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let room = self.room.take(client, "requests of this kind")?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[tokio::test]
    async fn one_client_leaves_places_to_others() {
        let jobs = SmallJobs::new(1, 7);
        let [one, other] = [1, 2].map(|last| Client::of([192, 0, 2, last].into()));
        let (go, gone) = channel::<()>();
        let slow = async {
            jobs.work(one, move || gone.recv_timeout(Duration::from_secs(60)))
                .await
        };
        let next = async { jobs.work(one, || ()).await };
        let refused = async { jobs.work(one, || ()).await };
        let others = async { jobs.work(other, || ()).await };
        let end = async {
            tokio::task::yield_now().await;
            go.send(()).unwrap();
        };
        let (slow, next, refused, others, ()) = tokio::join!(slow, next, refused, others, end);
        assert_eq!(slow, Ok(Ok(())));
        assert_eq!((next, others), (Ok(()), Ok(())));
        assert_eq!(refused.unwrap_err().status, 503);
    }
}
