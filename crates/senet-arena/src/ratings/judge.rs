//! A slow, plain search for the best ratings, to check the fast one.

use super::{RatedResult, rate};
use fastrand::Rng;

/// The variables of the plain search: strengths, not their logarithms.
struct Strengths {
    players: Vec<f64>,
    seats: Vec<Vec<f64>>,
    draws: Vec<f64>,
}

/// The logarithm of the likelihood, by its definition.
fn log_likelihood(strengths: &Strengths, outcomes: &[RatedResult]) -> f64 {
    let mut log = 0.0;
    for outcome in outcomes {
        let (seats, game) = (outcome.players.len(), outcome.game);
        let strength =
            |seat: usize| strengths.players[outcome.players[seat]] * strengths.seats[game][seat];
        for a in 0..seats {
            for b in a + 1..seats {
                if outcome.players[a] == outcome.players[b] {
                    continue;
                }
                let (first, second) = (strength(a), strength(b));
                let draw = strengths.draws[game] * (first * second).sqrt();
                let seen = match outcome.goals[a] - outcome.goals[b] {
                    1.. => first,
                    0 => draw,
                    _ => second,
                };
                log += 2.0 / seats as f64 * (seen / (first + second + draw)).ln();
            }
        }
    }
    let half = |strength: &f64, against: f64| {
        let share = strength / (strength + against);
        0.5 * share.ln() + 0.5 * (1.0 - share).ln()
    };
    let players = strengths
        .players
        .iter()
        .chain(strengths.seats.iter().flatten());
    log += players.map(|strength| half(strength, 1.0)).sum::<f64>();
    log + strengths
        .draws
        .iter()
        .map(|draw| half(draw, 2.0))
        .sum::<f64>()
}

/// Multiplies one strength after the other by a factor while that helps, then tries a smaller factor.
fn search(players: usize, seats: &[usize], outcomes: &[RatedResult]) -> Strengths {
    let mut best = Strengths {
        players: vec![1.0; players],
        seats: seats.iter().map(|&seats| vec![1.0; seats]).collect(),
        draws: vec![1.0; seats.len()],
    };
    let mut log = log_likelihood(&best, outcomes);
    let mut factor: f64 = 2.0;
    while factor > 1.0 + 1e-6 {
        let mut improved = false;
        for index in 0..count(&best) {
            for factor in [factor, 1.0 / factor] {
                *nth(&mut best, index) *= factor;
                let tried = log_likelihood(&best, outcomes);
                if tried > log {
                    (log, improved) = (tried, true);
                } else {
                    *nth(&mut best, index) /= factor;
                }
            }
        }
        if !improved {
            factor = factor.sqrt();
        }
    }
    best
}

fn count(strengths: &Strengths) -> usize {
    let seats = strengths.seats.iter().map(Vec::len).sum::<usize>();
    strengths.players.len() + strengths.draws.len() + seats
}

fn nth(strengths: &mut Strengths, index: usize) -> &mut f64 {
    let seats = strengths.seats.iter_mut().flatten();
    let all = strengths.players.iter_mut().chain(&mut strengths.draws);
    all.chain(seats).nth(index).expect("it is one of them")
}

/// Random results of two games, one of them with three seats.
fn random_outcomes(rng: &mut Rng) -> Vec<RatedResult> {
    let one = |_| {
        let game = rng.usize(..2);
        let seats = 2 + game;
        RatedResult {
            game,
            players: (0..seats).map(|_| rng.usize(..4)).collect(),
            goals: (0..seats).map(|_| rng.i32(0..3) * 50).collect(),
        }
    };
    (0..40).map(one).collect()
}

#[test]
fn both_searches_find_the_same() {
    for seed in 0..6 {
        let outcomes = random_outcomes(&mut Rng::with_seed(seed));
        let plain = search(4, &[2, 3], &outcomes);
        let elo = |strength: f64| 400.0 * strength.log10();
        let mean = plain.players.iter().map(|&s| elo(s)).sum::<f64>() / 4.0;
        let ratings = rate(4, &[2, 3], &outcomes).unwrap();
        for rating in ratings.players {
            let judged = elo(plain.players[rating.player]) - mean;
            assert!(
                (rating.elo - judged).abs() < 0.1,
                "{seed}: {rating:?} is {judged}"
            );
        }
        for draws in ratings.draws {
            let odds = plain.draws[draws.game];
            assert!((draws.share - odds / (2.0 + odds)).abs() < 1e-3, "{seed}");
        }
    }
}
