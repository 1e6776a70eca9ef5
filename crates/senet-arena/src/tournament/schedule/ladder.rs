//! The ladder: neighbours meet, and the better one takes the higher place.

use super::seats::{alone, repeated};
use super::{Fixture, TournamentPlan, round_rng, seated};
use crate::store::Stored;
use std::cmp::Ordering;

/// The result of a ladder match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The round.
    pub round: usize,
    /// The player of each seat.
    pub seats: Vec<usize>,
    /// The goals by seat; `None` if the match failed and does not count.
    pub goals: Option<Vec<i32>>,
}

impl Standing {
    /// The result of a stored match.
    pub fn of(stored: &Stored) -> Standing {
        Standing {
            round: stored.round,
            seats: stored.seats.clone(),
            goals: stored.goals.clone(),
        }
    }
}

/// The matches of a round for this order of players. In even rounds the first meets the second, the third meets the fourth, and so on. In odd rounds
/// the second meets the third, and so on. Within as many rounds as there are players, each player can reach any place.
pub fn ladder_round(plan: &TournamentPlan, round: usize, order: &[usize]) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for (game, planned) in plan.games.iter().enumerate() {
        let mut rng = round_rng(plan.seed, round, game);
        let mut tables = Vec::new();
        for pair in pairs(round, order) {
            for _ in 0..plan.duels {
                tables.push(match planned.roles.len() {
                    0 | 1 => alone(pair),
                    seats => repeated(pair, seats, &mut rng),
                });
            }
        }
        fixtures.extend(seated(round, game, tables));
    }
    fixtures
}

fn pairs(round: usize, order: &[usize]) -> impl Iterator<Item = &[usize]> {
    order.get(round % 2..).unwrap_or(&[]).chunks_exact(2)
}

/// The number of matches of a ladder: two for every duel at every game.
pub fn ladder_count(plan: &TournamentPlan) -> usize {
    let players = plan.players.len();
    let (even, odd) = (plan.rounds.div_ceil(2), plan.rounds / 2);
    let even = even.saturating_mul(players / 2);
    let odd = odd.saturating_mul(players.saturating_sub(1) / 2);
    let duels = even.saturating_add(odd).saturating_mul(plan.duels);
    duels.saturating_mul(plan.games.len()).saturating_mul(2)
}

/// The order after a number of rounds.
pub fn ladder_order(plan: &TournamentPlan, rounds: usize, standings: &[Standing]) -> Vec<usize> {
    let mut order: Vec<_> = (0..plan.players.len()).collect();
    for round in 0..rounds {
        let played: Vec<_> = standings.iter().filter(|s| s.round == round).collect();
        for pair in order[(round % 2).min(plan.players.len())..].chunks_exact_mut(2) {
            if compare(pair[0], pair[1], &played) == Ordering::Less {
                pair.swap(0, 1);
            }
        }
    }
    order
}

/// Compares two players: by points, two for a higher goal and one for an equal one; then by the sum of goals, which also decides games with one role.
fn compare(a: usize, b: usize, played: &[&Standing]) -> Ordering {
    let (mut points, mut goals) = (0_i64, 0_i64);
    for standing in played {
        let Some(values) = &standing.goals else {
            continue;
        };
        let of = |player: usize| {
            let seats = standing.seats.iter().zip(values);
            seats
                .filter(move |(seat, _)| **seat == player)
                .map(|(_, &goal)| i64::from(goal))
        };
        goals += of(a).sum::<i64>() - of(b).sum::<i64>();
        let against = |goal: i64| of(b).map(move |other| (goal - other).signum());
        points += of(a).flat_map(against).sum::<i64>();
    }
    points.cmp(&0).then(goals.cmp(&0))
}
