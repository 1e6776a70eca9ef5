//! How many leaves a batch has, how many random matches each leaf gets, and how much exploration there is: chosen for each game by a short
//! measurement.
//!
//! Where many matches cost little more than one, a batch takes as many as are nearly free, and divides them among leaves such that playing
//! takes about as long as the work in the tree. Where every match has its price, there is one leaf with one match.

use super::options::UctOptions;
use crate::Budget;
use senet_engine::{Game, PlayoutRequest, RoleId, State, Stopped};

/// What a leaf costs in the tree, in seconds, about: descent, expansion and back-up.
const TREE_SECONDS: f64 = 1.2e-6;
/// No batch is worth more matches than this.
const MOST_MATCHES: u32 = 1024;
/// The share of the time of a move that measuring may take.
const SHARE: f64 = 0.05;
/// Measured at least for so long, if the share allows it.
const SECONDS: f64 = 0.002;

/// Random matches of a sample.
const SAMPLE: usize = 64;

/// How a search goes about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Leaves of a batch.
    pub batch: usize,
    /// Random matches from each leaf.
    pub playouts: u32,
    /// The weight of exploration, for values between 0 and 1.
    pub exploration: f32,
    /// A leaf gets children when it has so many visits.
    pub expand: u32,
    /// What was measured, for people.
    pub note: String,
}

/// Times of random matches, as far as the budget went.
#[derive(Debug)]
struct Times {
    /// How many matches at once, and how many seconds that took.
    seconds: Vec<(u32, f64)>,
}

/// Chooses what the options leave open. Without a limit of time nothing is measured, so that such a search can be repeated exactly.
pub fn plan(
    options: &UctOptions,
    game: &dyn Game,
    state: &State,
    budget: &Budget,
    seed: u64,
) -> Plan {
    let (matches, seconds, told) = match (budget.total(), options.batch, options.playouts) {
        (_, Some(batch), Some(playouts)) => {
            (batch as u32 * playouts, 0.0, "as asked for".to_string())
        }
        (None, ..) => (
            128,
            1e-4,
            "not measured without a limit of time".to_string(),
        ),
        _ => measured(&times(game, state, &budget.part(SHARE), seed)),
    };
    chosen(options, matches, seconds, &told)
}

/// The rule.
fn chosen(options: &UctOptions, matches: u32, seconds: f64, told: &str) -> Plan {
    let widest = (matches / 4).clamp(1, 128) as usize;
    let balanced = (seconds / TREE_SECONDS) as usize;
    let batch = options.batch.unwrap_or_else(|| match options.playouts {
        Some(playouts) => (matches / playouts).max(1) as usize,
        None => balanced.clamp(16.min(widest), widest),
    });
    let playouts = options
        .playouts
        .unwrap_or_else(|| (matches / batch as u32).max(1));
    let exploration = options
        .exploration
        .unwrap_or_else(|| (0.35 / (playouts as f32).sqrt()).max(0.12));
    Plan {
        batch,
        playouts,
        exploration,
        expand: options.expand.unwrap_or(2),
        note: format!(
            "{batch} leaves a batch, {playouts} matches a leaf, exploration {exploration:.2} ({told})"
        ),
    }
}

/// Matches that are nearly free, how long they take, and a text about it: the most matches that still halve the price of one.
fn measured(times: &Times) -> (u32, f64, String) {
    let Some(&(_, one)) = times.seconds.first() else {
        return (1, 1.0, "too slow to be measured".to_string());
    };
    let (mut matches, mut seconds) = (1, one);
    for &(more, longer) in &times.seconds[1..] {
        if longer / f64::from(more) < 0.75 * seconds / f64::from(matches) {
            (matches, seconds) = (more, longer);
        }
    }
    let told = format!(
        "measured: 1 match {:.1} µs, {matches} matches {:.1} µs",
        one * 1e6,
        seconds * 1e6
    );
    (matches, seconds, told)
}

/// Measures random matches at once, twice as many each time.
fn times(game: &dyn Game, state: &State, budget: &Budget, seed: u64) -> Times {
    let mut seconds = Vec::new();
    let mut matches = 1;
    while matches <= MOST_MATCHES {
        match seconds_of(game, state, matches, budget, seed) {
            Ok(Some(time)) => seconds.push((matches, time)),
            Ok(None) | Err(_) => break,
        }
        matches *= if matches == 1 { 8 } else { 2 };
    }
    Times { seconds }
}

/// Seconds for so many matches at once; `None` if the budget does not last.
fn seconds_of(
    game: &dyn Game,
    state: &State,
    matches: u32,
    budget: &Budget,
    seed: u64,
) -> Result<Option<f64>, Stopped> {
    let _watch = budget.watch();
    let starts = vec![state.clone(); matches.min(16) as usize];
    let each = matches / starts.len() as u32;
    let mut least = f64::INFINITY;
    let start = budget.elapsed();
    for repetition in 0..8 {
        if budget.is_over() {
            break;
        }
        let before = budget.elapsed();
        game.playouts(&PlayoutRequest::new(&starts, each, seed + repetition))?;
        least = least.min((budget.elapsed() - before).as_secs_f64());
        if (budget.elapsed() - start).as_secs_f64() > SECONDS && repetition > 1 {
            break;
        }
    }
    Ok(least.is_finite().then_some(least))
}

/// What some random matches from a state came to.
pub struct Sample {
    /// The sum of the two players' goals, if there are two and it was the same in all matches.
    pub constant_sum: Option<u8>,
    /// For each role, the difference of the highest and the lowest goal, between 0 and 1; 1 if there is none.
    pub spreads: Vec<f32>,
}

/// Plays some random matches. Where they take too long, nothing is known.
pub fn sample(
    game: &dyn Game,
    chance: Option<RoleId>,
    state: &State,
    budget: &Budget,
    seed: u64,
) -> Sample {
    let part = budget.part(SHARE);
    let _watch = part.watch();
    let starts = vec![state.clone(); SAMPLE];
    let played = game.playouts(&PlayoutRequest::new(&starts, 1, seed));
    let tallies = played.map(|played| played.tallies).unwrap_or_default();
    let roles = 0..game.roles().len();
    let goals = |role: RoleId| {
        let goals = tallies.iter().map(move |tally| &tally.goals[role]);
        goals
            .filter(|goals| goals.valid == 1)
            .map(|goals| goals.sum)
    };
    let spread = |role| {
        let (low, high) = (
            goals(role).min().unwrap_or(0),
            goals(role).max().unwrap_or(0),
        );
        match (high - low).clamp(0, 100) {
            0 => 1.0,
            spread => spread as f32 / 100.0,
        }
    };
    let players: Vec<_> = roles.clone().filter(|&role| Some(role) != chance).collect();
    let constant_sum = match players[..] {
        [one, other] => same(goals(one).zip(goals(other)).map(|(a, b)| a + b)),
        _ => None,
    };
    Sample {
        constant_sum: constant_sum.and_then(|sum| u8::try_from(sum).ok()),
        spreads: roles.map(spread).collect(),
    }
}

/// The number that all of the numbers are.
fn same(mut numbers: impl Iterator<Item = i64>) -> Option<i64> {
    let first = numbers.next()?;
    numbers.all(|number| number == first).then_some(first)
}
