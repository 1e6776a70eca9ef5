//! The one signal that ends long work: a point in time, a cancellation, or a condition of the caller.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Says when work must end. All long work takes a `Deadline` and polls [`Deadline::is_over`].
///
/// Clones share one deadline: cancelling a clone cancels all. A deadline made by [`Deadline::within`] ends with the
/// original, but cancelling it leaves the original alone.
///
/// ```
/// use senet_gdl::Deadline;
/// use std::time::Duration;
///
/// let whole = Deadline::after(Duration::from_secs(3600));
/// let part = whole.within(Duration::ZERO);
/// assert!(part.is_over() && !whole.is_over());
/// whole.cancel();
/// assert!(whole.is_over());
/// ```
#[derive(Clone)]
pub struct Deadline(Arc<Inner>);

struct Inner {
    /// The point in time, or that of the parent if it comes sooner.
    end: Option<Instant>,
    is_cancelled: AtomicBool,
    condition: Option<Box<Condition>>,
    parent: Option<Deadline>,
}

type Condition = dyn Fn() -> bool + Send + Sync;

impl Deadline {
    /// A deadline that ends only if it is cancelled.
    pub fn never() -> Deadline {
        Deadline::new(None, None, None)
    }

    /// A deadline at this time from now. A time that the clock cannot represent never comes.
    pub fn after(time: Duration) -> Deadline {
        Deadline::new(Instant::now().checked_add(time), None, None)
    }

    /// A deadline after a number of seconds. Negative numbers count as 0; infinity never comes.
    pub fn after_seconds(seconds: f64) -> Deadline {
        match Duration::try_from_secs_f64(seconds.max(0.0)) {
            Ok(time) => Deadline::after(time),
            Err(_) => Deadline::never(),
        }
    }

    /// A deadline at the moment when a condition is met. The condition is called often, from any thread.
    pub fn when(condition: impl Fn() -> bool + Send + Sync + 'static) -> Deadline {
        Deadline::new(None, Some(Box::new(condition)), None)
    }

    /// A part of this deadline that ends after `time` at the latest.
    pub fn within(&self, time: Duration) -> Deadline {
        let own = Instant::now().checked_add(time);
        let end = [self.0.end, own].into_iter().flatten().min();
        Deadline::new(end, None, Some(self.clone()))
    }

    /// A part of this deadline that ends after a number of seconds at the latest. Negative numbers count as 0; infinity adds no end.
    pub fn within_seconds(&self, seconds: f64) -> Deadline {
        let time = Duration::try_from_secs_f64(seconds.max(0.0));
        self.within(time.unwrap_or(Duration::MAX))
    }

    /// This deadline, or the moment when a condition is met if that is sooner.
    pub fn or_when(&self, condition: impl Fn() -> bool + Send + Sync + 'static) -> Deadline {
        Deadline::new(self.0.end, Some(Box::new(condition)), Some(self.clone()))
    }

    fn new(
        end: Option<Instant>,
        condition: Option<Box<Condition>>,
        parent: Option<Deadline>,
    ) -> Deadline {
        Deadline(Arc::new(Inner {
            end,
            is_cancelled: AtomicBool::new(false),
            condition,
            parent,
        }))
    }

    /// Ends the work now, in all threads that share this deadline.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Returns true if the work must end. Costs one reading of the clock.
    pub fn is_over(&self) -> bool {
        self.is_signalled() || self.0.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Fails if the work must end, so that long work can stop with `?`.
    pub fn check(&self) -> Result<(), OutOfTime> {
        match self.is_over() {
            true => Err(OutOfTime),
            false => Ok(()),
        }
    }

    /// The time left; `None` if no point in time is set.
    pub fn remaining(&self) -> Option<Duration> {
        let end = self.0.end?;
        match self.is_signalled() {
            true => Some(Duration::ZERO),
            false => Some(end.saturating_duration_since(Instant::now())),
        }
    }

    /// Returns true if this deadline or one that it is part of is cancelled, or if its condition is met.
    fn is_signalled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::Relaxed)
            || self.0.condition.as_ref().is_some_and(|is_met| is_met())
            || self.0.parent.as_ref().is_some_and(Deadline::is_signalled)
    }
}

/// The error of work that ended because its [`Deadline`] was over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfTime;

impl fmt::Display for OutOfTime {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the time is used up")
    }
}

impl std::error::Error for OutOfTime {}

impl Default for Deadline {
    fn default() -> Deadline {
        Deadline::never()
    }
}

impl fmt::Debug for Deadline {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.remaining() {
            Some(time) => write!(f, "Deadline(in {time:?})"),
            None => f.write_str("Deadline(never)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelling_a_part_leaves_the_whole_alone() {
        let whole = Deadline::never();
        let part = whole.within(Duration::from_secs(3600));
        part.cancel();
        assert!(part.is_over() && !whole.is_over());
        assert_eq!(part.remaining(), Some(Duration::ZERO));
    }

    #[test]
    fn parts_end_with_the_whole() {
        let whole = Deadline::after(Duration::from_secs(10));
        let part = whole.within(Duration::from_secs(3600));
        assert!(part.remaining().unwrap() <= Duration::from_secs(10));
        let watched = part.or_when(|| false);
        assert!(!watched.is_over());
        whole.clone().cancel();
        assert!(part.is_over() && watched.is_over());
    }

    #[test]
    fn conditions_end_the_work() {
        assert!(Deadline::when(|| true).is_over());
        assert_eq!(Deadline::when(|| true).check(), Err(OutOfTime));
        assert!(Deadline::never().or_when(|| true).is_over());
        assert!(!Deadline::when(|| false).is_over());
    }

    #[test]
    fn odd_numbers_of_seconds_are_accepted() {
        assert!(Deadline::after_seconds(-1.0).is_over());
        assert!(!Deadline::after_seconds(f64::INFINITY).is_over());
        assert!(!Deadline::after_seconds(f64::MAX).is_over());
        let whole = Deadline::never();
        assert!([-1.0, 0.0, f64::NAN].map(|odd| whole.within_seconds(odd).is_over()) == [true; 3]);
        assert!(
            [f64::MAX, f64::INFINITY].map(|odd| whole.within_seconds(odd).is_over()) == [false; 2]
        );
    }
}
