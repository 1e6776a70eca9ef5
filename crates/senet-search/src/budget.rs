//! The budget of one move: time, nodes, simulations and memory.
//!
//! A single query to a slow game can take longer than the whole move. Games for players are therefore loaded with
//! [`watched_deadline`]. A player watches its budget ([`Budget::watch`]) while it queries the game. The query itself
//! then stops when the time is up.

use crate::listener::Listener;
use crate::{SearchReport, Stop};
use senet_engine::Deadline;
use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The clock that measures the time of a budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// Wall-clock time, as in matches.
    Wall,
    /// The CPU time of the thread: a fair measure for experiments on a machine with other load.
    ThreadCpu,
}

impl Clock {
    /// The time since a fixed point in the past. For [`Clock::ThreadCpu`] that point differs between threads.
    fn now(self) -> Duration {
        match self {
            Clock::Wall => since_start(),
            Clock::ThreadCpu => {
                let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
                Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
            }
        }
    }
}

/// The time since this process first read the wall clock.
pub(crate) fn since_start() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// The default memory limit in bytes.
const MEMORY_BYTES: usize = 1 << 30;

/// The resources that a player may use for one move.
///
/// Clones share one cancellation: [`Budget::cancel`] ends all of them.
///
/// ```
/// use senet_search::{Budget, Stop};
///
/// let budget = Budget::seconds(10.0).with_simulations(5_000);
/// assert_eq!(budget.stop(0, 4_999, 0), None);
/// assert_eq!(budget.stop(0, 5_000, 0), Some(Stop::Simulations));
/// budget.clone().cancel();
/// assert_eq!(budget.out_of_time(), Some(Stop::Cancelled));
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    clock: Clock,
    started: Duration,
    time: Option<Duration>,
    cancellation: Deadline,
    listener: Option<Arc<Listener>>,
    /// The maximum number of states that a search examines or adds to its tree.
    pub nodes: u64,
    /// The maximum number of simulations.
    pub simulations: u64,
    /// The maximum number of bytes for trees and transposition tables.
    pub memory_bytes: usize,
}

impl Budget {
    /// A budget without limits on time, nodes and simulations, and with the default memory limit.
    pub fn unlimited() -> Budget {
        Budget {
            clock: Clock::Wall,
            started: Clock::Wall.now(),
            time: None,
            cancellation: Deadline::never(),
            listener: None,
            nodes: u64::MAX,
            simulations: u64::MAX,
            memory_bytes: MEMORY_BYTES,
        }
    }

    /// A budget of `time` from now on, measured by `clock`.
    pub fn time(clock: Clock, time: Duration) -> Budget {
        Budget {
            clock,
            started: clock.now(),
            time: Some(time),
            ..Budget::unlimited()
        }
    }

    /// A budget of wall-clock seconds from now on. Negative numbers count as 0.
    pub fn seconds(seconds: f64) -> Budget {
        let time = Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX);
        Budget::time(Clock::Wall, time)
    }

    /// Limits the number of nodes.
    pub fn with_nodes(self, nodes: u64) -> Budget {
        Budget { nodes, ..self }
    }

    /// Limits the number of simulations.
    pub fn with_simulations(self, simulations: u64) -> Budget {
        Budget {
            simulations,
            ..self
        }
    }

    /// Limits the memory in bytes.
    pub fn with_memory(self, memory_bytes: usize) -> Budget {
        Budget {
            memory_bytes,
            ..self
        }
    }

    /// Makes this budget part of longer work: it counts as cancelled when that work must end. Cancelling the budget does not end that work. Clones
    /// that were made earlier are not affected.
    pub fn part_of(self, work: &Deadline) -> Budget {
        Budget {
            cancellation: work.within(Duration::MAX),
            ..self
        }
    }

    /// Adds a listener that receives intermediate reports, at most one per `interval`. Players without intermediate
    /// results never call it.
    pub fn with_listener(
        self,
        interval: Duration,
        notify: impl Fn(SearchReport) + Send + Sync + 'static,
    ) -> Budget {
        Budget {
            listener: Some(Arc::new(Listener::new(interval, Box::new(notify)))),
            ..self
        }
    }

    /// Removes the listener. Helper threads use this, since their results are part of the main thread's report.
    pub fn without_listener(self) -> Budget {
        Budget {
            listener: None,
            ..self
        }
    }

    /// Sends an intermediate report if a listener is set and a report is due. Searches call this often: without a
    /// listener it costs nothing, with one it reads the clock.
    pub fn report_progress(&self, report: impl FnOnce() -> SearchReport) {
        if let Some(listener) = &self.listener
            && listener.is_due()
        {
            listener.notify(report());
        }
    }

    /// This budget for another thread that works on the same move. Wall-clock budgets stay the same. CPU time starts
    /// again at zero, since each thread has its own.
    pub fn for_this_thread(&self) -> Budget {
        match self.clock {
            Clock::Wall => self.clone(),
            Clock::ThreadCpu => Budget {
                started: self.clock.now(),
                ..self.clone()
            },
        }
    }

    /// A share of this budget's total time, starting now. It never exceeds the remaining time.
    pub fn part(&self, share: f64) -> Budget {
        let whole = self.time.map(|time| time.mul_f64(share.clamp(0.0, 1.0)));
        let time = whole.map(|time| time.min(self.remaining().unwrap_or(time)));
        Budget {
            started: self.clock.now(),
            time,
            ..self.clone()
        }
    }

    /// This budget, limited to a time from now on.
    pub fn at_most(&self, time: Duration) -> Budget {
        Budget {
            started: self.clock.now(),
            time: Some(time.min(self.remaining().unwrap_or(time))),
            ..self.clone()
        }
    }

    /// The elapsed time.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// The total time, whether used or not; `None` if time is unlimited.
    pub fn total(&self) -> Option<Duration> {
        self.time
    }

    /// True if time, nodes or simulations are limited.
    pub fn is_limited(&self) -> bool {
        self.time.is_some() || self.nodes < u64::MAX || self.simulations < u64::MAX
    }

    /// The remaining time; `None` if time is unlimited.
    pub fn remaining(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.elapsed()))
    }

    /// Cancels this budget with all its clones and parts. Searches that use one of them stop soon.
    pub fn cancel(&self) {
        self.cancellation.cancel();
    }

    /// True if the time is up or the budget is cancelled.
    pub fn is_over(&self) -> bool {
        self.out_of_time().is_some()
    }

    /// The reason why no time is left; `None` while there is time.
    pub fn out_of_time(&self) -> Option<Stop> {
        if self.cancellation.is_over() {
            return Some(Stop::Cancelled);
        }
        let is_up = |time| self.elapsed() >= time;
        self.time.is_some_and(is_up).then_some(Stop::Time)
    }

    /// The limit that this usage reaches, if any.
    pub fn stop(&self, nodes: u64, simulations: u64, memory_bytes: usize) -> Option<Stop> {
        if nodes >= self.nodes {
            Some(Stop::Nodes)
        } else if simulations >= self.simulations {
            Some(Stop::Simulations)
        } else if memory_bytes >= self.memory_bytes {
            Some(Stop::Memory)
        } else {
            self.out_of_time()
        }
    }

    /// Makes game queries of this thread stop when the budget is over, while the returned guard lives. The game must
    /// be loaded with [`watched_deadline`].
    #[must_use = "watching ends when the answer is dropped"]
    pub fn watch(&self) -> WatchGuard {
        let before = WATCHED.replace(Some(self.clone()));
        WatchGuard { before }
    }
}

thread_local! {
    static WATCHED: Cell<Option<Budget>> = const { Cell::new(None) };
}

/// The guard of [`Budget::watch`]. Dropping it restores the budget that the thread watched before.
pub struct WatchGuard {
    before: Option<Budget>,
}

impl Drop for WatchGuard {
    fn drop(&mut self) {
        WATCHED.set(self.before.take());
    }
}

/// True if this thread watches a budget.
pub fn is_watching() -> bool {
    let watched = WATCHED.take();
    let watching = watched.is_some();
    WATCHED.set(watched);
    watching
}

/// The deadline for games that players use. It is over when the budget that the calling thread watches is over. It
/// never ends for threads that watch no budget.
pub fn watched_deadline() -> Deadline {
    Deadline::when(|| {
        let watched = WATCHED.take();
        let over = watched.as_ref().is_some_and(Budget::is_over);
        WATCHED.set(watched);
        over
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watched_deadline_follows_the_innermost_watched_budget() {
        let deadline = watched_deadline();
        let (long, over) = (Budget::seconds(1e9), Budget::seconds(0.0));
        assert!(!deadline.is_over());
        assert!(!is_watching());
        let outer = long.watch();
        assert!(is_watching());
        {
            let _inner = over.watch();
            assert!(deadline.is_over());
        }
        assert!(!deadline.is_over());
        long.cancel();
        assert!(deadline.is_over());
        drop(outer);
        assert!(!deadline.is_over());
    }

    #[test]
    fn budget_ends_with_the_work_it_is_part_of() {
        let work = Deadline::never();
        let (first, second) = (Budget::seconds(9.0), Budget::unlimited());
        let (first, second) = (first.part_of(&work), second.part_of(&work));
        first.cancel();
        assert_eq!(first.out_of_time(), Some(Stop::Cancelled));
        assert_eq!(second.out_of_time(), None);
        work.cancel();
        assert_eq!(second.clone().out_of_time(), Some(Stop::Cancelled));
    }

    #[test]
    fn part_never_exceeds_the_remaining_time() {
        let budget = Budget::seconds(100.0);
        let part = budget.part(0.25).remaining().unwrap();
        assert!(part <= Duration::from_secs(25) && part > Duration::from_secs(20));
        assert_eq!(
            Budget::seconds(0.0).part(0.5).remaining(),
            Some(Duration::ZERO)
        );
    }

    #[test]
    fn stop_names_the_limit_that_is_reached() {
        let budget = Budget::unlimited().with_nodes(10).with_simulations(20);
        assert_eq!(budget.stop(9, 19, 0), None);
        assert_eq!(budget.stop(10, 0, 0), Some(Stop::Nodes));
        assert_eq!(budget.stop(0, 20, 0), Some(Stop::Simulations));
        assert_eq!(budget.stop(0, 0, usize::MAX), Some(Stop::Memory));
        assert_eq!(Budget::seconds(0.0).stop(0, 0, 0), Some(Stop::Time));
    }
}
