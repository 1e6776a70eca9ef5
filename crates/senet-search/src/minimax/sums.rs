//! Whether what one wins another loses: a first look, by random matches.
//!
//! It cannot prove anything. It only spares a search the discovery, at some end deep in the tree, that it went the wrong way about it.

use crate::Budget;
use crate::lookahead::{Seats, of_goal};
use senet_engine::{Game, Goal, GoalSums, PlayoutRequest, State};

/// Random matches that are looked at.
const MATCHES: usize = 64;
/// The part of the time that it may take.
const SHARE: f64 = 0.05;

/// Whether the goals had the same sum at the ends of random matches. Without an answer in time they count as having it.
pub fn look_even(game: &dyn Game, seats: Seats, state: &State, seed: u64, budget: &Budget) -> bool {
    let part = budget.part(SHARE);
    let _watch = part.watch();
    let starts = vec![state.clone(); MATCHES];
    let Ok(played) = game.playouts(&PlayoutRequest::new(&starts, 1, seed)) else {
        return true;
    };
    let ended = played.tallies.iter().filter(|tally| tally.ended > 0);
    let mut sums = ended.map(|tally| {
        let goals: Vec<_> = tally.goals.iter().map(only_goal).collect();
        seats.sum(&goals)
    });
    let first = sums.next();
    sums.all(|sum| Some(sum) == first)
}

/// The goal of the only match of a tally.
fn only_goal(sums: &GoalSums) -> i32 {
    let value = i32::try_from(sums.sum).unwrap_or(0);
    of_goal(&Goal::Value(value))
}
