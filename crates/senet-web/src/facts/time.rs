//! The time that facts may take: processor time, since players come first and the thread may have to wait long for its turn.

use senet_engine::StopSignal;
use senet_search::{Budget, Clock};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// So much processor time of this thread, unless the server ends.
pub struct Time {
    limit: Duration,
    started: Duration,
    end: Arc<AtomicBool>,
}

impl Time {
    /// From now on.
    pub fn new(limit: Duration, end: &Arc<AtomicBool>) -> Time {
        Time {
            limit,
            started: thread_time(),
            end: end.clone(),
        }
    }

    /// Says whether it is over, on the thread whose time it is.
    pub fn signal(&self) -> StopSignal {
        let (limit, started, end) = (self.limit, self.started, self.end.clone());
        Arc::new(move || {
            end.load(Ordering::Relaxed) || thread_time().saturating_sub(started) >= limit
        })
    }

    /// What is left of it, for those who work with budgets.
    pub fn budget(&self) -> Budget {
        let used = thread_time().saturating_sub(self.started);
        Budget::time(Clock::ThreadCpu, self.limit.saturating_sub(used))
    }
}

/// The processor time of the calling thread.
pub fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
