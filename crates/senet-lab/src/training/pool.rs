//! The pool: players that every network of a run meets, so that its rating means the same from beginning to end.

use super::contest::{Contest, ContestSide, Limit, Seats};
use super::log::PoolRating;
use crate::score::MatchScore;
use crate::stats::Mean;
use senet_arena::{PlayerFactory, Rules, named_player};
use senet_console::Failure;
use senet_engine::{Deadline, spread_seed};
use senet_search::{PlayerName, chance_role};

/// The players of the pool, with the simulations of a move.
pub const POOL: [(&str, u64); 3] = [("random", 1), ("uct", 100), ("uct", 1_000)];
/// The number of rounds; in a round, every player of the pool is met once from every seat.
const ROUNDS: u64 = 4;
/// Random joint moves at the beginning of a match, so that matches differ.
const OPENING: usize = 2;

/// Measures a player against the pool. With one role, measures its mean goal.
pub fn rate(
    rules: &Rules,
    player: PlayerFactory,
    simulations: u64,
    seed: u64,
    deadline: &Deadline,
) -> Result<Option<PoolRating>, Failure> {
    let own = ContestSide {
        player,
        limit: Limit::Simulations(simulations),
        start_seconds: 0.0,
    };
    let game = &*rules.game;
    let roles = game.roles().len() as u64 - u64::from(chance_role(game).is_some());
    let mut score = MatchScore::default();
    for (number, (name, simulations)) in POOL.into_iter().enumerate() {
        let other = ContestSide {
            player: named_player(&PlayerName::plain(name)),
            limit: Limit::Simulations(simulations),
            start_seconds: 0.0,
        };
        let contest = Contest {
            rules,
            sides: [&own, &other],
            seats: Seats::Each,
            opening: OPENING,
            seed: spread_seed(seed, number as u64),
            deadline,
        };
        if roles == 1 {
            let goals = contest.play(0..3 * ROUNDS)?.goals;
            return Ok((!goals.is_empty()).then(|| puzzle_rating(&goals)));
        }
        score.merge(contest.play(0..ROUNDS * roles)?.score);
    }
    let rating = PoolRating {
        share: score.share(),
        interval: score.interval(),
        matches: score.matches(),
    };
    Ok((rating.matches > 0).then_some(rating))
}

fn puzzle_rating(goals: &[f64]) -> PoolRating {
    let mean = Mean::of(goals.iter().copied());
    PoolRating {
        share: mean.mean,
        interval: (mean.interval.0.max(0.0), mean.interval.1.min(1.0)),
        matches: goals.len() as u32,
    }
}
