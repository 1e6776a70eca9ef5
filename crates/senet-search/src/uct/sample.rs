//! Estimates from a few playouts: the spread of the goals, and whether they have a constant sum.

use crate::{Budget, chance_role};
use senet_engine::{Game, PlayoutRequest, RoleId, State};

/// The share of the move time that a sample may take.
const SHARE: f64 = 0.05;
/// The number of playouts of a sample.
const PLAYOUTS: usize = 64;
/// The budget of a sample outside a match, in seconds. The sample takes its share of it.
const SAMPLE_SECONDS: f64 = 20.0;

/// Statistics of some playouts from a state.
pub struct Sample {
    /// The sum of the two players' goals, if there are two and all playouts had the same sum.
    pub constant_sum: Option<u8>,
    /// The spread of the goals of each role, between 0 and 1; 1 if all goals were equal.
    pub spreads: Vec<f32>,
}

/// Runs some playouts. If they take too long, the sample is empty.
pub fn sample(
    game: &dyn Game,
    chance: Option<RoleId>,
    state: &State,
    budget: &Budget,
    seed: u64,
) -> Sample {
    let part = budget.part(SHARE);
    let _watch = part.watch();
    let starts = vec![state.clone(); PLAYOUTS];
    let played = game.playouts(&PlayoutRequest::new(&starts, 1, seed));
    let tallies = played.map(|played| played.tallies).unwrap_or_default();
    let roles = 0..game.roles().len();
    let goals = |role: RoleId| {
        let goals = tallies.iter().map(move |tally| &tally.goals[role]);
        goals.map(|goals| (goals.valid == 1).then_some(goals.sum))
    };
    let spread = |role| {
        let (low, high) = (
            goals(role).flatten().min().unwrap_or(0),
            goals(role).flatten().max().unwrap_or(0),
        );
        match (high - low).clamp(0, 100) {
            0 => 1.0,
            spread => spread as f32 / 100.0,
        }
    };
    let players: Vec<_> = roles.clone().filter(|&role| Some(role) != chance).collect();
    let constant_sum = match players[..] {
        [one, other] => common_sum(goals(one).zip(goals(other))),
        _ => None,
    };
    Sample {
        constant_sum: constant_sum.and_then(|sum| u8::try_from(sum).ok()),
        spreads: roles.map(spread).collect(),
    }
}

/// True if the goals of two players have the same sum in some random matches.
pub fn has_constant_sum(game: &dyn Game, seed: u64) -> bool {
    let budget = Budget::seconds(SAMPLE_SECONDS);
    let Ok(initial) = game.initial() else {
        return false;
    };
    let seen = sample(game, chance_role(game), &initial, &budget, seed);
    seen.constant_sum.is_some()
}

/// The common sum of the goals of two players, if all matches in which both are defined have the same.
fn common_sum(matches: impl Iterator<Item = (Option<i64>, Option<i64>)>) -> Option<i64> {
    let mut sums = matches.filter_map(|(one, other)| Some(one? + other?));
    let first = sums.next()?;
    sums.all(|sum| sum == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_of_different_matches_are_not_added() {
        let matches = [(None, Some(0)), (Some(100), Some(0)), (Some(0), Some(100))];
        assert_eq!(common_sum(matches.into_iter()), Some(100));
        let matches = [(Some(100), None), (Some(0), Some(100)), (None, Some(0))];
        assert_eq!(common_sum(matches.into_iter()), Some(100));
        let matches = [(Some(100), Some(0)), (Some(50), Some(0))];
        assert_eq!(common_sum(matches.into_iter()), None);
    }
}
