//! Places for work in progress. One client takes at most a quarter of them, so that it never locks all others out.

use crate::client::Client;
use crate::failure::Failure;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A client takes at most one place in this many.
const SHARE: usize = 4;

/// A limited number of places.
pub struct Places {
    free: Arc<Semaphore>,
    most_of_client: usize,
    taken: Arc<Taken>,
}

/// The number of places that each client has taken. Clients without places are not remembered.
type Taken = Mutex<HashMap<Client, usize>>;

/// A place, free again when it is dropped.
pub struct Place {
    _permit: OwnedSemaphorePermit,
    _holder: Option<Holder>,
}

/// The client that holds a place.
struct Holder {
    client: Client,
    taken: Arc<Taken>,
}

impl Places {
    /// This many free places.
    pub fn new(most: usize) -> Places {
        Places {
            free: Arc::new(Semaphore::new(most)),
            most_of_client: (most / SHARE).max(1),
            taken: Arc::default(),
        }
    }

    /// Takes a place for a client. Fails if all places are taken, or the client's share of them; `what` is in progress there.
    pub fn take(&self, client: Client, what: &str) -> Result<Place, Failure> {
        let holder = Holder::of(client, &self.taken, self.most_of_client);
        let holder = holder.ok_or_else(|| {
            let most = self.most_of_client;
            Failure::busy(format!("{} has {most} {what} in progress", client.0))
        })?;
        let permit = self.free.clone().try_acquire_owned();
        let permit = permit.map_err(|_| Failure::busy(format!("too many {what} in progress")))?;
        Ok(Place {
            _permit: permit,
            _holder: Some(holder),
        })
    }

    /// Waits for a place that belongs to no client.
    pub async fn wait(&self) -> Result<Place, Failure> {
        let permit = self.free.clone().acquire_owned().await;
        Ok(Place {
            _permit: permit.map_err(Failure::broken)?,
            _holder: None,
        })
    }
}

impl Holder {
    /// A holder of one more place; `None` if the client has its share.
    fn of(client: Client, taken: &Arc<Taken>, most: usize) -> Option<Holder> {
        let mut counts = taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(client).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        let taken = taken.clone();
        Some(Holder { client, taken })
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        let mut counts = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> Client {
        Client::of([192, 0, 2, last].into())
    }

    #[test]
    fn one_client_takes_a_quarter() {
        let places = Places::new(8);
        let take = |last| places.take(client(last), "jobs");
        let mut mine: Vec<Place> = (0..2).map(|_| take(1).unwrap()).collect();
        let refused = take(1).err().unwrap();
        assert_eq!(refused.status, 503);
        assert_eq!(refused.message, "192.0.2.1 has 2 jobs in progress");
        let others: Vec<Place> = (2..5)
            .flat_map(|last| [take(last).unwrap(), take(last).unwrap()])
            .collect();
        assert_eq!(take(9).err().unwrap().message, "too many jobs in progress");
        mine.pop();
        assert!(take(9).is_ok() && take(1).is_ok());
        drop((mine, others));
        assert!(places.taken.lock().unwrap().is_empty());
    }

    #[test]
    fn a_client_has_one_of_few_places() {
        let places = Places::new(2);
        let one = places.take(client(1), "jobs").unwrap();
        assert!(places.take(client(1), "jobs").is_err());
        assert!(places.take(client(2), "jobs").is_ok());
        drop(one);
        assert!(places.take(client(1), "jobs").is_ok());
    }

    #[tokio::test]
    async fn places_without_a_client_wait() {
        let places = Places::new(1);
        let one = places.wait().await.unwrap();
        assert!(places.take(client(1), "jobs").is_err());
        drop(one);
        assert!(places.take(client(1), "jobs").is_ok());
        assert!(places.wait().await.is_ok());
    }
}
