//! Both exact searches, one after the other.

use super::Plan;
use super::breadth::{Found, solve};
use super::depth::dive;
use crate::Budget;
use crate::lookahead::Meter;
use fastrand::Rng;
use senet_engine::{Game, State};

/// What an attempt to solve a puzzle came to.
pub struct Attempt {
    /// A way to the best goal that was met, and whether nothing better can be reached.
    pub plan: Option<Plan>,
    /// States that were looked at.
    pub nodes: u64,
    /// What stopped the searches, unless the plan is proven.
    pub notes: Vec<String>,
}

/// The part of the time that searching by breadth gets; searching by depth gets the rest.
const BREADTH_SHARE: f64 = 0.7;

/// Searches breadth first, then depth first.
pub fn attempt(game: &dyn Game, state: &State, budget: &Budget, rng: &mut Rng) -> Attempt {
    let mut attempt = Attempt {
        plan: None,
        nodes: 0,
        notes: Vec::new(),
    };
    let half = budget.part(BREADTH_SHARE).with_nodes(budget.nodes / 2);
    let mut meter = Meter::new(&half);
    let found = solve(game, state, &mut meter, budget.memory_bytes);
    attempt.add(game, state, found, &meter, "breadth first");
    if attempt.is_solved() {
        return attempt;
    }
    let mut meter = Meter::new(&budget.clone().with_nodes(budget.nodes / 2));
    let found = dive(game, state, &mut meter, budget.memory_bytes, rng);
    attempt.add(game, state, found, &meter, "depth first");
    attempt
}

impl Attempt {
    /// Whether the plan is the best there is.
    pub fn is_solved(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.proven)
    }

    fn add(&mut self, game: &dyn Game, state: &State, found: Found, meter: &Meter, how: &str) {
        self.nodes += meter.nodes;
        let proven = found.halt.is_none();
        let new = found
            .best
            .and_then(|way| Plan::new(game, state, &way, proven).ok());
        Plan::improve(&mut self.plan, new);
        if let Some(halt) = &found.halt {
            let (stop, note) = meter.reason(halt);
            let (nodes, depth) = (meter.nodes, found.depth);
            self.notes.push(format!(
                "the exact search, {how}, was stopped by a limit ({stop}) after {nodes} states, {depth} moves deep"
            ));
            self.notes.extend(note);
        }
    }
}
