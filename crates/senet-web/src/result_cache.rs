//! A cache for results that many visitors want. Each is computed once; the least recently used ones are dropped.
//!
//! If no request waits for a computation any more, it goes on ([`ResultCache::get`]) or is cancelled ([`ResultCache::get_while_wanted`]).

use crate::failure::Failure;
use axum::http::StatusCode;
use senet_gdl::Deadline;
use std::collections::VecDeque;
use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::OnceCell;

/// The name and the text of a rule sheet.
pub type SheetKey = (String, Arc<str>);

type Slot<T> = Arc<Shared<T>>;

/// The result for a sheet, or the work on it.
struct Shared<T> {
    result: OnceCell<Result<T, Failure>>,
    /// Ends when no request waits any more.
    life: Deadline,
    /// The number of requests that wait. Changes only while the entries are locked.
    waiting: AtomicUsize,
}

impl<T> Default for Shared<T> {
    fn default() -> Shared<T> {
        Shared {
            result: OnceCell::new(),
            life: Deadline::never(),
            waiting: AtomicUsize::new(0),
        }
    }
}

/// Results by rule sheet. Requests for a running computation wait for it. Failures are cached too, so that they cost their time limit only once;
/// refusals by a busy server are not.
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
        self.slot(key, 0).result.get().cloned()
    }

    /// The result for a sheet; computes it if necessary. The computation goes on if the request is cancelled.
    pub async fn get(
        &self,
        key: &SheetKey,
        work: impl Future<Output = Result<T, Failure>> + Send + 'static,
    ) -> Result<T, Failure> {
        finished(self.slot(key, 0), |_| work).await
    }

    /// The result for a sheet. The work is cancelled with the last request that waits for it.
    pub async fn get_while_wanted<W>(
        &self,
        key: &SheetKey,
        work: impl FnOnce(Deadline) -> W + Send + 'static,
    ) -> Result<T, Failure>
    where
        W: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        let waiter = Waiter {
            slot: self.slot(key, 1),
            cache: self,
        };
        finished(waiter.slot.clone(), work).await
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(SheetKey, Slot<T>)>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The slot of a sheet for `waiting` more requests; drops the least recently used one if the cache is full.
    fn slot(&self, key: &SheetKey, waiting: usize) -> Slot<T> {
        let mut entries = self.lock();
        let found = entries.iter().position(|(other, _)| other == key);
        let entry = match found.and_then(|at| entries.remove(at)) {
            Some(entry) => entry,
            None => (key.clone(), Slot::default()),
        };
        let slot = entry.1.clone();
        slot.waiting.fetch_add(waiting, Ordering::Relaxed);
        if entries.len() >= self.most {
            entries.pop_front();
        }
        entries.push_back(entry);
        slot
    }
}

/// Does the work of a slot unless it is done or running, and waits for it.
async fn finished<T, W>(
    slot: Slot<T>,
    work: impl FnOnce(Deadline) -> W + Send + 'static,
) -> Result<T, Failure>
where
    T: Clone + Send + Sync + 'static,
    W: Future<Output = Result<T, Failure>> + Send + 'static,
{
    let working = tokio::spawn(async move {
        let life = slot.life.clone();
        let work = || async {
            match work(life).await {
                // Another request may find room.
                Err(busy) if busy.status == StatusCode::SERVICE_UNAVAILABLE => Err(busy),
                done => Ok(done),
            }
        };
        let done = slot.result.get_or_try_init(work).await;
        done?.clone()
    });
    working
        .await
        .unwrap_or_else(|error| Err(Failure::broken(error)))
}

/// A request that waits for a result.
struct Waiter<'a, T: Clone + Send + Sync + 'static> {
    slot: Slot<T>,
    cache: &'a ResultCache<T>,
}

impl<T: Clone + Send + Sync + 'static> Drop for Waiter<'_, T> {
    fn drop(&mut self) {
        let mut entries = self.cache.lock();
        let was_last = self.slot.waiting.fetch_sub(1, Ordering::Relaxed) == 1;
        if was_last && self.slot.result.get().is_none() {
            self.slot.life.cancel();
            // The next request starts anew.
            entries.retain(|(_, slot)| !Arc::ptr_eq(slot, &self.slot));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[tokio::test]
    async fn refusals_by_a_busy_server_are_not_cached() {
        let shared: ResultCache<usize> = ResultCache::new(2);
        let ask = |name, result| {
            let shared = &shared;
            async move { shared.get(&key(name), async { result }).await }
        };
        let busy = Failure::busy("too many requests");
        assert_eq!(ask("a", Err(busy.clone())).await, Err(busy));
        assert_eq!(ask("a", Ok(7)).await, Ok(7));
        let failure = Failure::not_found("it");
        assert_eq!(ask("b", Err(failure.clone())).await, Err(failure.clone()));
        assert_eq!(ask("b", Ok(7)).await, Err(failure));
    }

    #[tokio::test]
    async fn work_ends_when_nobody_waits() {
        let shared: ResultCache<usize> = ResultCache::new(2);
        let work = |life: Deadline| async move {
            while !life.is_over() {
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
            Ok(7)
        };
        let key = key("a");
        let short = std::time::Duration::from_millis(20);
        {
            let one = shared.get_while_wanted(&key, work);
            let mut one = std::pin::pin!(one);
            assert!(tokio::time::timeout(short, one.as_mut()).await.is_err());
            let other = shared.get_while_wanted(&key, work);
            assert!(tokio::time::timeout(short, other).await.is_err());
            // The first request still waits.
            assert!(tokio::time::timeout(short, one).await.is_err());
        }
        assert_eq!(shared.known(&key), None, "a cancelled result is not cached");
        let again = shared.get_while_wanted(&key, |_| async { Ok(1) }).await;
        assert_eq!(again, Ok(1));
    }
}
