//! The listener for intermediate search reports.

use crate::SearchReport;
use crate::budget::since_start;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Receives a report.
type Callback = Box<dyn Fn(SearchReport) + Send + Sync>;

/// Receives intermediate reports at a limited rate.
pub struct Listener {
    interval: Duration,
    /// When the next report is due, in nanoseconds on the process clock.
    due: AtomicU64,
    notify: Callback,
}

impl Listener {
    /// Starts to listen. The first report is due after one interval.
    pub fn new(interval: Duration, notify: Callback) -> Listener {
        let listener = Listener {
            interval,
            due: AtomicU64::new(0),
            notify,
        };
        listener.wait();
        listener
    }

    /// True if a report is due.
    pub fn is_due(&self) -> bool {
        nanoseconds(since_start()) >= self.due.load(Ordering::Relaxed)
    }

    /// Receives a report. The next one is due one interval after this call returns, so reports take a bounded share
    /// of the time.
    pub fn notify(&self, report: SearchReport) {
        (self.notify)(report);
        self.wait();
    }

    fn wait(&self) {
        let due = nanoseconds(since_start() + self.interval);
        self.due.store(due, Ordering::Relaxed);
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Listener")
            .field("every", &self.interval)
            .finish_non_exhaustive()
    }
}
