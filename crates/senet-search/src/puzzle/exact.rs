//! Both exact searches, one after the other.

use super::PlannedLine;
use super::breadth_first::{PuzzleResult, breadth_first};
use super::depth_first::depth_first;
use crate::Budget;
use crate::lookahead::Meter;
use fastrand::Rng;
use senet_engine::{Game, State};

/// The result of an attempt to solve a puzzle.
pub struct ExactAttempt {
    /// The best line found, and whether it is proven to be best.
    pub plan: Option<PlannedLine>,
    /// The number of states examined.
    pub nodes: u64,
    /// Notes about the limits that stopped the searches.
    pub notes: Vec<String>,
}

/// The share of the time for breadth-first search. Depth-first search gets the rest.
const BREADTH_SHARE: f64 = 0.7;

/// Searches breadth-first, then depth-first if that is not enough.
pub fn solve_exactly(
    game: &dyn Game,
    state: &State,
    budget: &Budget,
    rng: &mut Rng,
) -> ExactAttempt {
    let mut attempt = ExactAttempt {
        plan: None,
        nodes: 0,
        notes: Vec::new(),
    };
    let half = budget.part(BREADTH_SHARE).with_nodes(budget.nodes / 2);
    let mut meter = Meter::new(&half);
    let found = breadth_first(game, state, &mut meter, budget.memory_bytes);
    attempt.add(game, state, found, &meter, "breadth-first");
    if attempt.is_solved() {
        return attempt;
    }
    let mut meter = Meter::new(&budget.clone().with_nodes(budget.nodes / 2));
    let found = depth_first(game, state, &mut meter, budget.memory_bytes, rng);
    attempt.add(game, state, found, &meter, "depth-first");
    attempt
}

impl ExactAttempt {
    /// True if the line is proven to be best.
    pub fn is_solved(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.proven)
    }

    fn add(
        &mut self,
        game: &dyn Game,
        state: &State,
        found: PuzzleResult,
        meter: &Meter,
        how: &str,
    ) {
        self.nodes += meter.nodes;
        let proven = found.abort.is_none();
        let new = found
            .best
            .and_then(|sequence| PlannedLine::new(game, state, &sequence, proven).ok());
        PlannedLine::improve(&mut self.plan, new);
        if let Some(abort) = &found.abort {
            let (stop, note) = meter.stop_reason(abort);
            let (nodes, depth) = (meter.nodes, found.depth);
            self.notes.push(format!(
                "the exact {how} search reached a limit ({stop}) after {nodes} states at depth {depth}"
            ));
            self.notes.extend(note);
        }
    }
}
