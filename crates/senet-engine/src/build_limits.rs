//! Limits for building a back end: one deadline and one memory budget for all stages.

use senet_gdl::{Deadline, MemoryBudget, OverBudget};

/// The time and memory that building may use. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct BuildLimits {
    /// The end of the work.
    pub deadline: Deadline,
    /// The memory that all stages share.
    pub memory: MemoryBudget,
}

/// The reason why building ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildStop {
    /// A stage would use more memory than is left.
    #[error("{0}")]
    Memory(#[from] OverBudget),
    /// The deadline is over.
    #[error("the time for loading is used up")]
    Signalled,
}

impl From<BuildStop> for String {
    fn from(stop: BuildStop) -> String {
        stop.to_string()
    }
}

impl BuildLimits {
    /// Fails if the deadline is over.
    pub fn check(&self) -> Result<(), BuildStop> {
        match self.deadline.is_over() {
            true => Err(BuildStop::Signalled),
            false => Ok(()),
        }
    }

    /// A counter for a loop that must poll the deadline.
    pub fn poll(&self) -> Poll<'_> {
        Poll {
            deadline: &self.deadline,
            work: 0,
        }
    }
}

/// Units of work between two polls of the deadline. A unit takes less than a microsecond.
const WORK_PER_POLL: usize = 1 << 13;

/// Polls a deadline once in `WORK_PER_POLL` units, since reading the clock for every gate would
/// take long.
pub struct Poll<'a> {
    deadline: &'a Deadline,
    work: usize,
}

impl Poll<'_> {
    /// Counts some units of work. Fails if it polls the deadline and the deadline is over.
    #[inline]
    pub fn count(&mut self, work: usize) -> Result<(), BuildStop> {
        self.work += work;
        if self.work < WORK_PER_POLL {
            return Ok(());
        }
        self.work = 0;
        match self.deadline.is_over() {
            true => Err(BuildStop::Signalled),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polls_the_deadline_after_enough_work() {
        let limits = BuildLimits::default();
        let mut poll = limits.poll();
        limits.deadline.cancel();
        assert_eq!(poll.count(WORK_PER_POLL - 1), Ok(()));
        assert_eq!(poll.count(1), Err(BuildStop::Signalled));
        assert_eq!(limits.check(), Err(BuildStop::Signalled));
    }
}
