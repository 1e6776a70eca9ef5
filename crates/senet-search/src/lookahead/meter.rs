//! Counts the resources of a search and aborts it when the budget is used up.

use crate::{Budget, SearchReport, Stop};
use senet_engine::Stopped;
use std::time::Duration;

/// The reason why a search was aborted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Abort {
    /// The budget is used up.
    Budget(Stop),
    /// The goals do not have a constant sum, but the search relied on it.
    VariableSum,
    /// The game returned an error.
    Failed(Stopped),
}

impl From<Stopped> for Abort {
    fn from(stopped: Stopped) -> Abort {
        Abort::Failed(stopped)
    }
}

/// The target interval between two reads of the clock.
const CLOCK_INTERVAL: Duration = Duration::from_micros(500);
/// The maximum number of nodes between two reads of the clock.
const MAX_NODES_BETWEEN_READS: u64 = 512;

/// Counts nodes and simulations. It reads the clock at intervals only, since a read takes longer than a node.
pub struct Meter {
    budget: Budget,
    /// The number of states examined.
    pub nodes: u64,
    /// The number of playouts.
    pub simulations: u64,
    next_check: u64,
    interval: u64,
    last_check: Duration,
}

impl Meter {
    /// Starts to count.
    pub fn new(budget: &Budget) -> Meter {
        Meter {
            budget: budget.clone(),
            nodes: 0,
            simulations: 0,
            next_check: 0,
            interval: 1,
            last_check: budget.elapsed(),
        }
    }

    /// Counts states. Fails if the budget is used up.
    pub fn count(&mut self, states: usize) -> Result<(), Abort> {
        self.nodes += states as u64;
        let used_up =
            self.nodes >= self.budget.nodes || self.simulations >= self.budget.simulations;
        if self.nodes < self.next_check && !used_up {
            return Ok(());
        }
        self.check_budget()
    }

    fn check_budget(&mut self) -> Result<(), Abort> {
        if let Some(stop) = self.budget.stop(self.nodes, self.simulations, 0) {
            return Err(Abort::Budget(stop));
        }
        let now = self.budget.elapsed();
        let passed = now.saturating_sub(self.last_check);
        self.interval = match passed < CLOCK_INTERVAL {
            true => (self.interval * 2).min(MAX_NODES_BETWEEN_READS),
            false => (self.interval / 4).max(1),
        };
        self.last_check = now;
        self.next_check = self.nodes + self.interval;
        Ok(())
    }

    /// Sends an intermediate report to the listener of the budget.
    pub fn report_progress(&self, report: impl FnOnce() -> SearchReport) {
        self.budget.report_progress(report);
    }

    /// The report of a search that was aborted before its first move, or whose root has too many joint moves.
    pub fn empty_report(&self, ended: &Result<(), Abort>) -> SearchReport {
        let (stop, note) = match ended {
            Err(abort) => self.stop_reason(abort),
            Ok(()) => (
                Stop::Done,
                Some("the root has too many joint moves to search".to_string()),
            ),
        };
        SearchReport {
            stop,
            nodes: self.nodes,
            notes: note.into_iter().collect(),
            ..SearchReport::default()
        }
    }

    /// The stop reason for the report, and a note if the budget was not the cause.
    pub fn stop_reason(&self, abort: &Abort) -> (Stop, Option<String>) {
        match abort {
            Abort::Budget(stop) => (*stop, None),
            Abort::Failed(Stopped::Signalled) => {
                (self.budget.out_of_time().unwrap_or(Stop::Time), None)
            }
            Abort::Failed(stopped) => (
                Stop::Done,
                Some(format!("the search stopped early: {stopped}")),
            ),
            Abort::VariableSum => (
                Stop::Done,
                Some("the goals do not have a constant sum".to_string()),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_exactly_at_the_node_limit() {
        let mut meter = Meter::new(&Budget::unlimited().with_nodes(1000));
        let counted = (0..).take_while(|_| meter.count(1).is_ok()).count();
        assert_eq!(counted, 999);
        assert_eq!(meter.count(1), Err(Abort::Budget(Stop::Nodes)));
    }

    #[test]
    fn notices_a_cancelled_budget_soon() {
        let budget = Budget::unlimited();
        let mut meter = Meter::new(&budget);
        (0..10_000).for_each(|_| meter.count(1).unwrap());
        budget.cancel();
        let counted = (0..).take_while(|_| meter.count(1).is_ok()).count();
        assert!(counted as u64 <= MAX_NODES_BETWEEN_READS);
        assert_eq!(meter.count(1), Err(Abort::Budget(Stop::Cancelled)));
    }
}
