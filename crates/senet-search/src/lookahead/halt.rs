//! What makes a search come to an end, and how soon it notices.

use crate::{Budget, Report, Stop};
use senet_engine::Stopped;
use std::time::Duration;

/// Why a search was left before its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The budget is used up.
    Budget(Stop),
    /// The goals of ends do not always have the same sum, which the search had taken for granted.
    UnevenGoals,
    /// The game did not answer.
    Failed(Stopped),
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Halt {
        Halt::Failed(stopped)
    }
}

/// The clock is looked at about as often.
const BEAT: Duration = Duration::from_micros(500);
/// Nodes between two looks at most.
const MOST_NODES: u64 = 512;

/// Counts what a search uses up, and looks at the clock often enough but not at every node: that would take longer than the node.
pub struct Meter {
    budget: Budget,
    /// States that were looked at.
    pub nodes: u64,
    /// Random matches that were played.
    pub simulations: u64,
    next_look: u64,
    interval: u64,
    last_look: Duration,
}

impl Meter {
    /// Begins to count.
    pub fn new(budget: &Budget) -> Meter {
        Meter {
            budget: budget.clone(),
            nodes: 0,
            simulations: 0,
            next_look: 0,
            interval: 1,
            last_look: budget.elapsed(),
        }
    }

    /// Counts states; an error if the budget is used up.
    pub fn count(&mut self, states: usize) -> Result<(), Halt> {
        self.nodes += states as u64;
        let used_up =
            self.nodes >= self.budget.nodes || self.simulations >= self.budget.simulations;
        if self.nodes < self.next_look && !used_up {
            return Ok(());
        }
        self.look()
    }

    fn look(&mut self) -> Result<(), Halt> {
        if let Some(stop) = self.budget.stop(self.nodes, self.simulations, 0) {
            return Err(Halt::Budget(stop));
        }
        let now = self.budget.elapsed();
        let passed = now.saturating_sub(self.last_look);
        self.interval = match passed < BEAT {
            true => (self.interval * 2).min(MOST_NODES),
            false => (self.interval / 4).max(1),
        };
        self.last_look = now;
        self.next_look = self.nodes + self.interval;
        Ok(())
    }

    /// Tells those who listen what was found out so far.
    pub fn tell(&self, report: impl FnOnce() -> Report) {
        self.budget.tell(report);
    }

    /// The report of a search that was halted before it looked at any move, or could not look at them.
    pub fn nothing_found(&self, ended: &Result<(), Halt>) -> Report {
        let (stop, note) = match ended {
            Err(halt) => self.reason(halt),
            Ok(()) => (
                Stop::Done,
                Some("there are too many joint moves to look at them".to_string()),
            ),
        };
        Report {
            stop,
            nodes: self.nodes,
            notes: note.into_iter().collect(),
            ..Report::default()
        }
    }

    /// What stopped the search, in the words of a report, and a note if it was not the budget.
    pub fn reason(&self, halt: &Halt) -> (Stop, Option<String>) {
        match halt {
            Halt::Budget(stop) => (*stop, None),
            Halt::Failed(Stopped::Signalled) => {
                (self.budget.out_of_time().unwrap_or(Stop::Time), None)
            }
            Halt::Failed(stopped) => (
                Stop::Done,
                Some(format!("the search ended early: {stopped}")),
            ),
            Halt::UnevenGoals => (
                Stop::Done,
                Some("the goals of ends do not always have the same sum".to_string()),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_of_nodes_is_met_exactly() {
        let mut meter = Meter::new(&Budget::unlimited().with_nodes(1000));
        let counted = (0..).take_while(|_| meter.count(1).is_ok()).count();
        assert_eq!(counted, 999);
        assert_eq!(meter.count(1), Err(Halt::Budget(Stop::Nodes)));
    }

    #[test]
    fn a_cancelled_budget_is_noticed_soon() {
        let budget = Budget::unlimited();
        let mut meter = Meter::new(&budget);
        (0..10_000).for_each(|_| meter.count(1).unwrap());
        budget.cancel();
        let counted = (0..).take_while(|_| meter.count(1).is_ok()).count();
        assert!(counted as u64 <= MOST_NODES);
        assert_eq!(meter.count(1), Err(Halt::Budget(Stop::Cancelled)));
    }
}
