//! A quick test by playouts whether the goals of a game have a constant sum.
//!
//! The test proves nothing. It saves alpha-beta from discovering deep in the tree that the game is not constant-sum.

use crate::Budget;
use crate::lookahead::{Sides, goal_score};
use senet_engine::{Game, Goal, GoalSums, PlayoutRequest, State};

/// The number of playouts.
const MATCHES: usize = 64;
/// The share of the time that the test may take.
const SHARE: f64 = 0.05;

/// True if the goals had the same sum at the end of all playouts. If the playouts do not finish in time, the answer
/// is yes.
pub fn seems_constant_sum(
    game: &dyn Game,
    sides: Sides,
    state: &State,
    seed: u64,
    budget: &Budget,
) -> bool {
    let part = budget.part(SHARE);
    let _watch = part.watch();
    let starts = vec![state.clone(); MATCHES];
    let Ok(played) = game.playouts(&PlayoutRequest::new(&starts, 1, seed)) else {
        return true;
    };
    let ended = played.tallies.iter().filter(|tally| tally.ended > 0);
    let mut sums = ended.map(|tally| {
        let goals: Vec<_> = tally.goals.iter().map(only_goal).collect();
        sides.sum(&goals)
    });
    let first = sums.next();
    sums.all(|sum| Some(sum) == first)
}

/// The goal in a tally of one playout.
fn only_goal(sums: &GoalSums) -> i32 {
    let value = i32::try_from(sums.sum).unwrap_or(0);
    goal_score(&Goal::Value(value))
}
