//! The time limit of facts: CPU time, because the thread may wait long for a core.

use senet_engine::Deadline;
use senet_search::{Budget, Clock};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A limit on the CPU time of this thread, which also ends when the server stops.
pub struct Time {
    limit: Duration,
    started: Duration,
    end: Arc<AtomicBool>,
}

impl Time {
    /// A limit that starts now.
    pub fn new(limit: Duration, end: &Arc<AtomicBool>) -> Time {
        Time {
            limit,
            started: thread_time(),
            end: end.clone(),
        }
    }

    /// A deadline for the thread whose time is limited.
    pub fn deadline(&self) -> Deadline {
        let (limit, started, end) = (self.limit, self.started, self.end.clone());
        Deadline::when(move || {
            end.load(Ordering::Relaxed) || thread_time().saturating_sub(started) >= limit
        })
    }

    /// The remaining time as a budget.
    pub fn budget(&self) -> Budget {
        let used = thread_time().saturating_sub(self.started);
        Budget::time(Clock::ThreadCpu, self.limit.saturating_sub(used))
    }
}

/// The CPU time of the calling thread.
pub fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
