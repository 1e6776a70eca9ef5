//! Chooses the batch size, the playouts per leaf and the exploration for each game, by a short measurement.
//!
//! If many playouts cost little more than one, a batch takes as many as are nearly free. It divides them among leaves so that playouts and tree work
//! take about the same time; each leaf gets at least eight. If large batches save nothing, a batch is one leaf with one playout. More playouts per
//! leaf make its value more certain, so less exploration is needed. `senet lab uct-batching` compares these choices with others.

use super::expansion::Expansions;
use super::options::UctOptions;
use super::search::{SharedProgress, TreeSearch};
use super::tree::{Tree, TreeFeatures};
use crate::{Batching, Budget, chance_role};
use fastrand::Rng;
use senet_engine::{Game, PlayoutRequest, State, Stopped, spread_seed};
use std::sync::RwLock;

/// The default cost of a leaf in the tree, in seconds: selection, expansion and backpropagation.
const TREE_SECONDS: f64 = 3e-6;
/// The minimum number of playouts per leaf, where playouts are nearly free.
const LEAST_PLAYOUTS: u32 = 8;
/// The share of the move time for each measurement. The first may take twice as much.
const SHARE: f64 = 0.05;
/// The target duration of one measurement in seconds.
const SECONDS: f64 = 0.002;

/// The parameters of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchParameters {
    /// The number of leaves per batch.
    pub batch: usize,
    /// The number of playouts per leaf.
    pub playouts: u32,
    /// The weight of exploration, for values between 0 and 1.
    pub exploration: f32,
    /// The number of visits at which a leaf is expanded.
    pub expand: u32,
    /// A note about the measurement, for people.
    pub note: String,
}

impl SearchParameters {
    /// The batch sizes for the report.
    pub fn batching(&self) -> Batching {
        Batching {
            leaves: self.batch,
            matches: self.playouts,
        }
    }
}

/// The result of the measurement.
#[derive(Debug)]
struct Measurement {
    /// The number of playouts that are nearly free at once.
    matches: u32,
    /// The duration of these playouts in seconds.
    seconds: f64,
    /// The cost of a leaf in the tree, in seconds.
    tree_seconds: f64,
    /// The measurement in words.
    description: String,
}

/// Chooses the parameters that the options leave open. With a limit of simulations or without one of time, nothing is
/// measured, so that the search is reproducible.
pub fn parameters(
    options: &UctOptions,
    game: &dyn Game,
    state: &State,
    budget: &Budget,
    seed: u64,
) -> SearchParameters {
    let unmeasured = |description: &str| Measurement {
        matches: 256,
        seconds: 1e-4,
        tree_seconds: TREE_SECONDS,
        description: description.to_string(),
    };
    let measured = match (budget.total(), options.batch, options.playouts) {
        (_, Some(_), Some(_)) => unmeasured("set by options"),
        (None, ..) => unmeasured("not measured without a time limit"),
        _ if budget.simulations < u64::MAX => unmeasured("not measured: simulations are limited"),
        _ => measure(game, state, budget, seed),
    };
    derive(options, &measured)
}

/// Derives the parameters from the measurement.
fn derive(options: &UctOptions, measured: &Measurement) -> SearchParameters {
    let Measurement {
        matches,
        description,
        ..
    } = measured;
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
    SearchParameters {
        batch,
        playouts,
        exploration,
        expand: options.expand.unwrap_or(2),
        note: format!(
            "{batch} leaves per batch, {playouts} playouts per leaf, exploration {exploration:.2} ({description})"
        ),
    }
}

/// Measures how many playouts are nearly free: the largest batch that still makes a playout 25 % cheaper.
fn measure(game: &dyn Game, state: &State, budget: &Budget, seed: u64) -> Measurement {
    let times = times(game, state, &budget.part(2.0 * SHARE), seed);
    let Some(&(_, one)) = times.first() else {
        return Measurement {
            matches: 1,
            seconds: 1.0,
            tree_seconds: TREE_SECONDS,
            description: "too slow to measure".to_string(),
        };
    };
    let (mut matches, mut seconds) = (1, one);
    for &(more, longer) in &times[1..] {
        if longer / f64::from(more) < 0.75 * seconds / f64::from(matches) {
            (matches, seconds) = (more, longer);
        }
    }
    let mut description = format!("measured: 1 playout {:.1} µs", one * 1e6);
    let mut tree_seconds = TREE_SECONDS;
    if matches > 1 {
        let measured = time_in_tree(game, state, &budget.part(SHARE), seed, &times);
        tree_seconds = measured.unwrap_or(TREE_SECONDS);
        description += &format!(
            ", {matches} playouts {:.1} µs, tree work per leaf {:.1} µs",
            seconds * 1e6,
            tree_seconds * 1e6
        );
    }
    Measurement {
        matches,
        seconds,
        tree_seconds,
        description,
    }
}

/// The batch size and the total number of leaves, for the measurement of the work in the tree.
const TREE_BATCH: u32 = 32;
const TREE_LEAVES: u64 = 1024;

/// The time per leaf in seconds, without its playouts, measured by a search in a temporary tree.
fn time_in_tree(
    game: &dyn Game,
    state: &State,
    budget: &Budget,
    seed: u64,
    times: &[(u32, f64)],
) -> Option<f64> {
    let (_, matches) = times.iter().find(|(matches, _)| *matches == TREE_BATCH)?;
    let features = TreeFeatures {
        transpositions: true,
        solver: true,
        rave: false,
    };
    let chance = chance_role(game);
    let mut tree = Tree::new(game.roles().len(), chance, features);
    tree.start(state).then_some(())?;
    let (root, mut rng) = (tree.root, Rng::with_seed(seed));
    let states = std::slice::from_ref(state);
    let expansions = Expansions::of(game, chance, &[root], states, None, &mut rng).ok()?;
    tree.ensure_capacity(expansions.element_counts());
    tree.expand(&expansions);
    let parameters = SearchParameters {
        batch: TREE_BATCH as usize,
        playouts: 1,
        exploration: 0.35,
        expand: 2,
        note: String::new(),
    };
    let search = TreeSearch {
        game,
        chance,
        role: 0,
        tree: &RwLock::new(tree),
        parameters: &parameters,
        mast: false,
        guide: None,
        shared: false,
        memory: 64 << 20,
        progress: &SharedProgress::default(),
    };
    let budget = budget.clone().with_simulations(TREE_LEAVES);
    let start = budget.elapsed();
    let result = search.run(&budget, seed);
    let seconds = (budget.elapsed() - start).as_secs_f64();
    let each = seconds / result.descents.max(1) as f64 - matches / f64::from(TREE_BATCH);
    (result.descents >= u64::from(TREE_BATCH)).then(|| each.max(2e-7))
}

/// Measures batches of playouts within the budget. Returns their sizes and durations in seconds. Some large sizes
/// come early, to find out soon whether additional playouts cost almost nothing.
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

/// The duration in seconds of a batch of playouts; `None` if the budget is too small.
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
