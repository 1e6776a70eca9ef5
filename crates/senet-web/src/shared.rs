//! Work whose result many want: it is done once, and the results that were wanted last are kept.

use crate::failure::Failure;
use std::collections::VecDeque;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::OnceCell;

/// What is known of a rule sheet, by what it is called and its text.
pub type Key = (String, Arc<str>);

type Slot<T> = Arc<OnceCell<Result<T, Failure>>>;

/// Results for rule sheets. Whoever asks while the work is going on waits for it; failures are remembered, too, so that they cost their limit once and not with every
/// request. Being busy is no result and is forgotten.
pub struct Shared<T> {
    most: usize,
    /// The latest at the end.
    entries: Mutex<VecDeque<(Key, Slot<T>)>>,
}

impl<T: Clone + Send + Sync + 'static> Shared<T> {
    /// Room for so many results.
    pub fn new(most: usize) -> Shared<T> {
        Shared {
            most,
            entries: Mutex::default(),
        }
    }

    /// The result for a sheet, if it is there.
    pub fn known(&self, key: &Key) -> Option<Result<T, Failure>> {
        self.slot(key).get().cloned()
    }

    /// The result for a sheet; the work is done if nobody did it before. It goes on when the one who asked has gone away.
    pub async fn get(
        &self,
        key: &Key,
        work: impl Future<Output = Result<T, Failure>> + Send + 'static,
    ) -> Result<T, Failure> {
        let slot = self.slot(key);
        let working = tokio::spawn(async move { slot.get_or_init(|| work).await.clone() });
        working
            .await
            .unwrap_or_else(|error| Err(Failure::broken(error)))
    }

    /// The place of a sheet; those that were not wanted for longest make room.
    fn slot(&self, key: &Key) -> Slot<T> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let found = entries.iter().position(|(other, _)| other == key);
        let entry = match found.and_then(|at| entries.remove(at)) {
            Some(entry) => entry,
            None => (key.clone(), Slot::default()),
        };
        let slot = entry.1.clone();
        if entries.len() >= self.most {
            entries.pop_front();
        }
        entries.push_back(entry);
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn key(name: &str) -> Key {
        (name.to_string(), "".into())
    }

    #[tokio::test]
    async fn work_is_done_once_as_long_as_there_is_room() {
        let shared: Shared<usize> = Shared::new(2);
        let count = Arc::new(AtomicUsize::new(0));
        let ask = |name| {
            let count = count.clone();
            let work = async move { Ok(count.fetch_add(1, Ordering::Relaxed)) };
            let key = key(name);
            let shared = &shared;
            async move { shared.get(&key, work).await }
        };
        assert_eq!(ask("a").await, Ok(0));
        assert_eq!(ask("a").await, Ok(0));
        assert_eq!(ask("b").await, Ok(1));
        assert_eq!(ask("a").await, Ok(0));
        assert_eq!(ask("c").await, Ok(2));
        assert_eq!(ask("a").await, Ok(0));
        assert_eq!(ask("b").await, Ok(3));
    }
}
