//! What a player may use up for one move: time, nodes, simulations, memory.
//!
//! Questions to a slow game can take longer than a whole move. So a game that players use is loaded with [`stop_signal`], and whoever
//! asks under a budget watches it ([`Budget::watch`]): then the question itself stops when the time is used up.

use crate::listener::Listener;
use crate::{Report, Stop};
use senet_engine::StopSignal;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What time is told by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// The clock on the wall, as matches are played.
    Wall,
    /// The processor time of the thread: a fair measure for experiments on a machine that others use, too.
    ThreadCpu,
}

impl Clock {
    /// The time since some moment in the past; for [`Clock::ThreadCpu`] one that belongs to the calling thread.
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

/// The time since the clock was first looked at.
pub(crate) fn since_start() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// Memory that a player may take unless told otherwise.
const MEMORY_BYTES: usize = 1 << 30;

/// What a player may use up for one move.
#[derive(Clone, Debug)]
pub struct Budget {
    clock: Clock,
    started: Duration,
    time: Option<Duration>,
    cancelled: Arc<AtomicBool>,
    listener: Option<Arc<Listener>>,
    /// States that may be looked at, or put into a tree.
    pub nodes: u64,
    /// Simulations that may be made.
    pub simulations: u64,
    /// Bytes that trees and tables may take.
    pub memory_bytes: usize,
}

impl Budget {
    /// No limit of time.
    pub fn unlimited() -> Budget {
        Budget {
            clock: Clock::Wall,
            started: Clock::Wall.now(),
            time: None,
            cancelled: Arc::default(),
            listener: None,
            nodes: u64::MAX,
            simulations: u64::MAX,
            memory_bytes: MEMORY_BYTES,
        }
    }

    /// So much time from now on, told by the clock.
    pub fn time(clock: Clock, time: Duration) -> Budget {
        Budget {
            clock,
            started: clock.now(),
            time: Some(time),
            ..Budget::unlimited()
        }
    }

    /// So many seconds on the wall from now on; none if the number is not positive.
    pub fn seconds(seconds: f64) -> Budget {
        let time = Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX);
        Budget::time(Clock::Wall, time)
    }

    /// The same with at most so many nodes.
    pub fn with_nodes(self, nodes: u64) -> Budget {
        Budget { nodes, ..self }
    }

    /// The same with at most so many simulations.
    pub fn with_simulations(self, simulations: u64) -> Budget {
        Budget {
            simulations,
            ..self
        }
    }

    /// The same with at most so many bytes.
    pub fn with_memory(self, memory_bytes: usize) -> Budget {
        Budget {
            memory_bytes,
            ..self
        }
    }

    /// The same with somebody who is told, about as often, what a player has found out so far. Players that have nothing to tell do not.
    pub fn heard_by(
        self,
        every: Duration,
        hear: impl Fn(Report) + Send + Sync + 'static,
    ) -> Budget {
        Budget {
            listener: Some(Arc::new(Listener::new(every, Box::new(hear)))),
            ..self
        }
    }

    /// The same with nobody who listens: for helpers, whose findings are a part of somebody else's.
    pub fn unheard(self) -> Budget {
        Budget {
            listener: None,
            ..self
        }
    }

    /// Tells what was found out so far, if somebody listens and it is time to. Called as often as comes natural: without a listener it costs nothing, else a
    /// look at the clock.
    pub fn tell(&self, report: impl FnOnce() -> Report) {
        if let Some(listener) = &self.listener
            && listener.is_due()
        {
            listener.hear(report());
        }
    }

    /// What is left of this budget, for another thread that works on the same move. By the clock on the wall nothing changes; processor time
    /// is counted anew, since every thread has its own.
    pub fn for_this_thread(&self) -> Budget {
        match self.clock {
            Clock::Wall => self.clone(),
            Clock::ThreadCpu => Budget {
                started: self.clock.now(),
                ..self.clone()
            },
        }
    }

    /// A part of the time of this budget, beginning now, and never more than what is left.
    pub fn part(&self, share: f64) -> Budget {
        let whole = self.time.map(|time| time.mul_f64(share.clamp(0.0, 1.0)));
        let time = whole.map(|time| time.min(self.remaining().unwrap_or(time)));
        Budget {
            started: self.clock.now(),
            time,
            ..self.clone()
        }
    }

    /// The time that has been used.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// All of the time, used or not; `None` if it is not limited.
    pub fn total(&self) -> Option<Duration> {
        self.time
    }

    /// Whether time, nodes or simulations come to an end some day.
    pub fn is_limited(&self) -> bool {
        self.time.is_some() || self.nodes < u64::MAX || self.simulations < u64::MAX
    }

    /// The time that is left; `None` if it is not limited.
    pub fn remaining(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.elapsed()))
    }

    /// Ends the budget, also for all copies of it and parts of it: whoever works with one stops soon.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether time is up, or the budget was cancelled.
    pub fn is_over(&self) -> bool {
        self.out_of_time().is_some()
    }

    /// Why there is no time left; `None` as long as there is.
    pub fn out_of_time(&self) -> Option<Stop> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Some(Stop::Cancelled);
        }
        let is_up = |time| self.elapsed() >= time;
        self.time.is_some_and(is_up).then_some(Stop::Time)
    }

    /// What stops a player who has used so much, if anything does.
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

    /// As long as the answer lives, questions that this thread asks a game loaded with [`stop_signal`] stop with the budget.
    #[must_use = "watching ends when the answer is dropped"]
    pub fn watch(&self) -> Watch {
        let before = WATCHED.replace(Some(self.clone()));
        Watch { before }
    }
}

thread_local! {
    static WATCHED: Cell<Option<Budget>> = const { Cell::new(None) };
}

/// Watches a budget; see [`Budget::watch`].
pub struct Watch {
    before: Option<Budget>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        WATCHED.set(self.before.take());
    }
}

/// Whether this thread watches a budget.
pub fn is_watching() -> bool {
    let watched = WATCHED.take();
    let watching = watched.is_some();
    WATCHED.set(watched);
    watching
}

/// The signal for the limits of a game that players use: it is given when the budget that the asking thread watches is over. To a thread
/// that watches none it is never given.
pub fn stop_signal() -> StopSignal {
    Arc::new(|| {
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
    fn questions_stop_with_the_innermost_budget() {
        let signal = stop_signal();
        let (long, over) = (Budget::seconds(1e9), Budget::seconds(0.0));
        assert!(!signal());
        assert!(!is_watching());
        let outer = long.watch();
        assert!(is_watching());
        {
            let _inner = over.watch();
            assert!(signal());
        }
        assert!(!signal());
        long.cancel();
        assert!(signal());
        drop(outer);
        assert!(!signal());
    }

    #[test]
    fn a_part_is_never_more_than_the_rest() {
        let budget = Budget::seconds(100.0);
        let part = budget.part(0.25).remaining().unwrap();
        assert!(part <= Duration::from_secs(25) && part > Duration::from_secs(20));
        assert_eq!(
            Budget::seconds(0.0).part(0.5).remaining(),
            Some(Duration::ZERO)
        );
    }

    #[test]
    fn what_is_used_up_is_named() {
        let budget = Budget::unlimited().with_nodes(10).with_simulations(20);
        assert_eq!(budget.stop(9, 19, 0), None);
        assert_eq!(budget.stop(10, 0, 0), Some(Stop::Nodes));
        assert_eq!(budget.stop(0, 20, 0), Some(Stop::Simulations));
        assert_eq!(budget.stop(0, 0, usize::MAX), Some(Stop::Memory));
        assert_eq!(Budget::seconds(0.0).stop(0, 0, 0), Some(Stop::Time));
    }
}
