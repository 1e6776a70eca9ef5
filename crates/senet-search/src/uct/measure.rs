//! How many leaves a batch has, how many random matches each leaf gets, and how much exploration there is: chosen for each game by a short
//! measurement.
//!
//! Where many matches cost little more than one, a batch takes as many as are nearly free, and divides them among leaves such that playing
//! takes about as long as the work in the tree, with at least eight matches a leaf. Where every match has its price, there is one leaf with
//! one match. The more matches a leaf gets, the surer is its value, and the less exploration is needed. `senet lab uct-batching` holds
//! other choices against these.

use super::expand::Expansions;
use super::options::UctOptions;
use super::search::{Progress, Search};
use super::tree::{Shape, Tree};
use crate::{Batching, Budget, chance_role};
use fastrand::Rng;
use senet_engine::{Game, PlayoutRequest, RoleId, State, Stopped, spread_seed};
use std::sync::RwLock;

/// What a leaf costs in the tree, in seconds, if it is not measured: descent, expansion and back-up.
const TREE_SECONDS: f64 = 3e-6;
/// Matches that a leaf gets at least, where they are nearly free.
const LEAST_PLAYOUTS: u32 = 8;
/// The share of the time of a move that each measurement may take; the first may take twice as much.
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

impl Plan {
    /// How matches are asked for.
    pub fn batching(&self) -> Batching {
        Batching {
            leaves: self.batch,
            matches: self.playouts,
        }
    }
}

/// What was measured.
#[derive(Debug)]
struct Measured {
    /// Matches that are nearly free at once.
    matches: u32,
    /// How long they take.
    seconds: f64,
    /// What a leaf costs in the tree.
    tree_seconds: f64,
    /// All this for people.
    told: String,
}

/// Chooses what the options leave open. Without a limit of time nothing is measured, so that such a search can be repeated exactly.
pub fn plan(
    options: &UctOptions,
    game: &dyn Game,
    state: &State,
    budget: &Budget,
    seed: u64,
) -> Plan {
    let unmeasured = |told: &str| Measured {
        matches: 256,
        seconds: 1e-4,
        tree_seconds: TREE_SECONDS,
        told: told.to_string(),
    };
    let measured = match (budget.total(), options.batch, options.playouts) {
        (_, Some(_), Some(_)) => unmeasured("as asked for"),
        (None, ..) => unmeasured("not measured without a limit of time"),
        _ => measured(game, state, budget, seed),
    };
    chosen(options, &measured)
}

/// The rule.
fn chosen(options: &UctOptions, measured: &Measured) -> Plan {
    let Measured { matches, told, .. } = measured;
    let widest = (matches / LEAST_PLAYOUTS).clamp(1, 128) as usize;
    let balanced = (measured.seconds / measured.tree_seconds) as usize;
    let batch = options.batch.unwrap_or_else(|| match options.playouts {
        Some(playouts) => (matches / playouts).clamp(1, 128) as usize,
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

/// Measures how many matches are nearly free: the most that still make a match cheaper by a quarter.
fn measured(game: &dyn Game, state: &State, budget: &Budget, seed: u64) -> Measured {
    let times = times(game, state, &budget.part(2.0 * SHARE), seed);
    let Some(&(_, one)) = times.first() else {
        return Measured {
            matches: 1,
            seconds: 1.0,
            tree_seconds: TREE_SECONDS,
            told: "too slow to be measured".to_string(),
        };
    };
    let (mut matches, mut seconds) = (1, one);
    for &(more, longer) in &times[1..] {
        if longer / f64::from(more) < 0.75 * seconds / f64::from(matches) {
            (matches, seconds) = (more, longer);
        }
    }
    let mut told = format!("measured: 1 match {:.1} µs", one * 1e6);
    let mut tree_seconds = TREE_SECONDS;
    if matches > 1 {
        let measured = time_in_tree(game, state, &budget.part(SHARE), seed, &times);
        tree_seconds = measured.unwrap_or(TREE_SECONDS);
        told += &format!(
            ", {matches} matches {:.1} µs, a leaf in the tree {:.1} µs",
            seconds * 1e6,
            tree_seconds * 1e6
        );
    }
    Measured {
        matches,
        seconds,
        tree_seconds,
        told,
    }
}

/// Leaves of a batch, and of all batches, when the time in the tree is measured.
const TREE_BATCH: u32 = 32;
const TREE_LEAVES: u64 = 1024;

/// Seconds that a leaf takes apart from its matches, by a search that is forgotten again.
fn time_in_tree(
    game: &dyn Game,
    state: &State,
    budget: &Budget,
    seed: u64,
    times: &[(u32, f64)],
) -> Option<f64> {
    let (_, matches) = times.iter().find(|(matches, _)| *matches == TREE_BATCH)?;
    let shape = Shape {
        transpositions: true,
        solver: true,
        rave: false,
    };
    let chance = chance_role(game);
    let mut tree = Tree::new(game.roles().len(), chance, shape);
    tree.start(state).then_some(())?;
    let (root, mut rng) = (tree.root, Rng::with_seed(seed));
    let states = std::slice::from_ref(state);
    let expansions = Expansions::of(game, chance, &[root], states, None, &mut rng).ok()?;
    tree.make_room(expansions.needs());
    tree.expand(&expansions);
    let plan = Plan {
        batch: TREE_BATCH as usize,
        playouts: 1,
        exploration: 0.35,
        expand: 2,
        note: String::new(),
    };
    let search = Search {
        game,
        chance,
        role: 0,
        tree: &RwLock::new(tree),
        plan: &plan,
        mast: false,
        guide: None,
        shared: false,
        memory: 64 << 20,
        progress: &Progress::default(),
    };
    let budget = budget.clone().with_simulations(TREE_LEAVES);
    let start = budget.elapsed();
    let findings = search.run(&budget, seed);
    let seconds = (budget.elapsed() - start).as_secs_f64();
    let each = seconds / findings.descents.max(1) as f64 - matches / f64::from(TREE_BATCH);
    (findings.descents >= u64::from(TREE_BATCH)).then(|| each.max(2e-7))
}

/// Measures random matches at once, as far as the budget goes: how many, and how many seconds. Whether many are nearly free is asked early.
fn times(game: &dyn Game, state: &State, budget: &Budget, seed: u64) -> Vec<(u32, f64)> {
    let mut seconds = Vec::new();
    for matches in [1, 256, 64, 1024, 512, 128, TREE_BATCH, 16] {
        match seconds_of(game, state, matches, budget, seed) {
            Ok(Some(time)) => seconds.push((matches, time)),
            Ok(None) | Err(_) => break,
        }
    }
    seconds.sort_by_key(|(matches, _)| *matches);
    seconds
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
        game.playouts(&PlayoutRequest::new(
            &starts,
            each,
            spread_seed(seed, repetition),
        ))?;
        least = least.min((budget.elapsed() - before).as_secs_f64());
        if (budget.elapsed() - start).as_secs_f64() > SECONDS {
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
