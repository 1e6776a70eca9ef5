//! The queue of spectators who read a table. The actor draws views between moves, so only a few of these requests stand in its mailbox.

use super::handle::in_time;
use crate::client::Client;
use crate::failure::Failure;
use crate::places::{Place, Places};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Maximum number of spectators' requests in the mailbox of a table. A person's move waits for no more of them.
const IN_MAILBOX: usize = 4;
/// Maximum number of spectators' requests that wait, with those in the mailbox.
const WAITING: usize = 64;

/// The queue of spectators at a table.
pub struct ReadingQueue {
    mailbox: Arc<Semaphore>,
    places: Places,
}

/// A turn to read. It stays with the message until the actor has handled it, even if the request was cancelled.
pub struct ReadingTurn {
    _in_mailbox: OwnedSemaphorePermit,
    _place: Place,
}

impl ReadingQueue {
    /// An empty queue.
    pub fn new() -> ReadingQueue {
        ReadingQueue {
            mailbox: Arc::new(Semaphore::new(IN_MAILBOX)),
            places: Places::new(WAITING),
        }
    }

    /// Waits for the turn of a spectator. A cancelled request leaves the queue.
    pub async fn turn(&self, client: Client) -> Result<ReadingTurn, Failure> {
        let place = self.places.take(client, "views of this table")?;
        let permit = in_time(self.mailbox.clone().acquire_owned()).await?;
        Ok(ReadingTurn {
            _in_mailbox: permit.map_err(Failure::broken)?,
            _place: place,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn few_requests_are_in_the_mailbox() {
        let queue = ReadingQueue::new();
        let client = Client::of([192, 0, 2, 1].into());
        let mut turns = Vec::new();
        for _ in 0..IN_MAILBOX {
            turns.push(queue.turn(client).await.unwrap());
        }
        let short = Duration::from_millis(20);
        let next = queue.turn(client);
        assert!(tokio::time::timeout(short, next).await.is_err());
        turns.pop();
        assert!(queue.turn(client).await.is_ok());
    }
}
