//! Somebody who is told what a player has found out so far, while it thinks.

use crate::Report;
use crate::budget::since_start;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What is done with a report.
type Hear = Box<dyn Fn(Report) + Send + Sync>;

/// Somebody who listens, not more often than now and then.
pub struct Listener {
    every: Duration,
    /// When the next report is due, in nanoseconds since this program began to tell the time.
    due: AtomicU64,
    hear: Hear,
}

impl Listener {
    /// Listens from now on.
    pub fn new(every: Duration, hear: Hear) -> Listener {
        let listener = Listener {
            every,
            due: AtomicU64::new(0),
            hear,
        };
        listener.wait();
        listener
    }

    /// Whether it is time for another report.
    pub fn is_due(&self) -> bool {
        nanoseconds(since_start()) >= self.due.load(Ordering::Relaxed)
    }

    /// Takes a report. The next one is due some time after this one was taken, so that making them never takes more than a share of the time.
    pub fn hear(&self, report: Report) {
        (self.hear)(report);
        self.wait();
    }

    fn wait(&self) {
        let due = nanoseconds(since_start() + self.every);
        self.due.store(due, Ordering::Relaxed);
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Listener")
            .field("every", &self.every)
            .finish_non_exhaustive()
    }
}
