//! A cache for results that many visitors want: computed once, the least recently used are dropped.

use crate::failure::Failure;
use std::collections::VecDeque;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::OnceCell;

/// The name and the text of a rule sheet.
pub type SheetKey = (String, Arc<str>);

type Slot<T> = Arc<OnceCell<Result<T, Failure>>>;

/// Results by rule sheet. Requests for a running computation wait for it. Failures are cached too, so that they cost their time limit only once; busy
/// is not cached.
pub struct ResultCache<T> {
    most: usize,
    /// The latest is at the end.
    entries: Mutex<VecDeque<(SheetKey, Slot<T>)>>,
}

impl<T: Clone + Send + Sync + 'static> ResultCache<T> {
    /// A cache for this many results.
    pub fn new(most: usize) -> ResultCache<T> {
        ResultCache {
            most,
            entries: Mutex::default(),
        }
    }

    /// The cached result for a sheet.
    pub fn known(&self, key: &SheetKey) -> Option<Result<T, Failure>> {
        self.slot(key).get().cloned()
    }

    /// The result for a sheet; computes it if necessary. The computation goes on if the request is cancelled.
    pub async fn get(
        &self,
        key: &SheetKey,
        work: impl Future<Output = Result<T, Failure>> + Send + 'static,
    ) -> Result<T, Failure> {
        let slot = self.slot(key);
        let working = tokio::spawn(async move { slot.get_or_init(|| work).await.clone() });
        working
            .await
            .unwrap_or_else(|error| Err(Failure::broken(error)))
    }

    /// The slot of a sheet; drops the least recently used one if the cache is full.
    fn slot(&self, key: &SheetKey) -> Slot<T> {
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

    fn key(name: &str) -> SheetKey {
        (name.to_string(), "".into())
    }

    #[tokio::test]
    async fn caches_results_up_to_the_limit() {
        let shared: ResultCache<usize> = ResultCache::new(2);
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
