//! Ratings of simulated players whose strengths are known.

use super::{RatedResult, rate};
use fastrand::Rng;

/// The true parameters.
struct World {
    /// Elo points of the players; their sum is zero.
    players: Vec<f64>,
    /// Elo points of the seats of one game; their sum is zero.
    seats: Vec<f64>,
    /// The odds of a draw to a win of either side between equal players. Only two-player games have draws.
    draw: f64,
}

fn strength(elo: f64) -> f64 {
    10f64.powf(elo / 400.0)
}

impl World {
    /// Simulates a match. Places are drawn one after the other, by strength among the remaining players. Between any two players this is the
    /// Bradley–Terry model.
    fn play(&self, players: Vec<usize>, rng: &mut Rng) -> RatedResult {
        let seated = players.iter().zip(&self.seats);
        let strengths: Vec<f64> = seated
            .map(|(&player, seat)| strength(self.players[player] + seat))
            .collect();
        let goals = match strengths[..] {
            [a, b] => two(a, b, self.draw * (a * b).sqrt(), rng),
            _ => places(strengths, rng),
        };
        RatedResult {
            game: 0,
            players,
            goals,
        }
    }
}

fn two(a: f64, b: f64, draw: f64, rng: &mut Rng) -> Vec<i32> {
    let at = rng.f64() * (a + b + draw);
    match at {
        at if at < a => vec![100, 0],
        at if at < a + b => vec![0, 100],
        _ => vec![50, 50],
    }
}

fn places(mut strengths: Vec<f64>, rng: &mut Rng) -> Vec<i32> {
    let mut goals = vec![0; strengths.len()];
    for place in 0..goals.len() {
        let mut at = rng.f64() * strengths.iter().sum::<f64>();
        let passed = |strength: &f64| {
            at -= strength;
            at < 0.0
        };
        let next = strengths.iter().position(passed);
        let next = next.or_else(|| strengths.iter().rposition(|&s| s > 0.0));
        let next = next.expect("a player is left");
        goals[next] = 100 - 10 * place as i32;
        strengths[next] = 0.0;
    }
    goals
}

/// Simulates tournaments and returns the share of intervals, of players and of seats, that contain the truth.
fn coverage(world: &World, matches: usize, tournaments: u64) -> (f64, f64) {
    let (players, seats) = (world.players.len(), world.seats.len());
    let (mut covered, mut covered_seats) = (0, 0);
    for seed in 0..tournaments {
        let mut rng = Rng::with_seed(seed);
        let outcome = |number: usize| {
            let mut order: Vec<_> = (0..players).collect();
            rng.shuffle(&mut order);
            order.rotate_left(number % players);
            order.truncate(seats);
            world.play(order, &mut rng)
        };
        let outcomes: Vec<_> = (0..matches).map(outcome).collect();
        let ratings = rate(players, &[seats], &outcomes).unwrap();
        let within = |low: f64, high: f64, truth: f64| low <= truth && truth <= high;
        let all = ratings.players.iter();
        covered += all
            .filter(|r| within(r.low, r.high, world.players[r.player]))
            .count();
        let all = ratings.seats.iter();
        covered_seats += all
            .filter(|s| within(s.low, s.high, world.seats[s.seat]))
            .count();
    }
    let share = |covered: usize, of: usize| covered as f64 / (of as u64 * tournaments) as f64;
    (share(covered, players), share(covered_seats, seats))
}

/// With 200 small tournaments the measured coverage varies by about two points.
#[track_caller]
fn check(world: &World, matches: usize) {
    let (players, seats) = coverage(world, matches, 200);
    println!("players {players:.3} seats {seats:.3}");
    assert!((0.915..=0.985).contains(&players), "players: {players}");
    assert!((0.90..=0.99).contains(&seats), "seats: {seats}");
}

#[test]
fn intervals_hold_with_draws_and_an_advantage_of_the_first() {
    let world = World {
        players: vec![180.0, 40.0, -60.0, -160.0],
        seats: vec![35.0, -35.0],
        draw: 0.8,
    };
    check(&world, 150);
}

#[test]
fn intervals_hold_with_few_matches() {
    let world = World {
        players: vec![100.0, 0.0, -100.0],
        seats: vec![0.0, 0.0],
        draw: 0.0,
    };
    check(&world, 30);
}

#[test]
fn intervals_hold_with_many_seats() {
    let world = World {
        players: vec![150.0, 60.0, 0.0, -60.0, -150.0],
        seats: vec![40.0, 10.0, -10.0, -40.0],
        draw: 0.0,
    };
    check(&world, 80);
}

#[test]
fn many_matches_recover_true_ratings() {
    let world = World {
        players: vec![300.0, 100.0, -50.0, -350.0],
        seats: vec![60.0, -60.0],
        draw: 0.5,
    };
    let mut rng = Rng::with_seed(1);
    let pairs = (0..20_000).map(|_| {
        let first = rng.usize(..4);
        let players = vec![first, (first + rng.usize(1..4)) % 4];
        world.play(players, &mut rng)
    });
    let outcomes: Vec<_> = pairs.collect();
    let ratings = rate(4, &[2], &outcomes).unwrap();
    for rating in &ratings.players {
        let truth = world.players[rating.player];
        assert!((rating.elo - truth).abs() < 15.0, "{rating:?} is {truth}");
        assert!(rating.high - rating.low < 30.0, "{rating:?}");
    }
    assert!((ratings.seats[0].elo - 60.0).abs() < 10.0);
    assert!((ratings.draws[0].share - 0.2).abs() < 0.02);
}
