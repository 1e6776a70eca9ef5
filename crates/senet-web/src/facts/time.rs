//! The time limit of facts: CPU time, because the thread may wait long for a core.

use senet_gdl::Deadline;
use senet_search::{Budget, Clock};
use std::time::Duration;

/// A limit on the CPU time of this thread, which also ends with the life of the work.
pub struct Time {
    limit: Duration,
    started: Duration,
    life: Deadline,
}

impl Time {
    /// A limit that starts now.
    pub fn new(limit: Duration, life: &Deadline) -> Time {
        Time {
            limit,
            started: thread_time(),
            life: life.clone(),
        }
    }

    /// A deadline for the thread whose time is limited.
    pub fn deadline(&self) -> Deadline {
        let (limit, started) = (self.limit, self.started);
        let is_used = move || thread_time().saturating_sub(started) >= limit;
        self.life.or_when(is_used)
    }

    /// The remaining time as a budget.
    pub fn budget(&self) -> Budget {
        let used = thread_time().saturating_sub(self.started);
        Budget::time(Clock::ThreadCpu, self.limit.saturating_sub(used)).part_of(&self.life)
    }
}

/// The CPU time of the calling thread.
pub fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
