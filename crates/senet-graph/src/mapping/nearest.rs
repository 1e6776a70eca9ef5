//! Nearest-neighbour search among known games.
//!
//! `nearest(query, known, seed)` returns the known game with the least
//! [`MappingMethod::Lmap`](super::MappingMethod::Lmap) distance, and its mapping. An exhaustive comparison would give
//! the same result. It maps few games completely. The occurrence counts and arities of the symbols give a lower bound
//! on the distance. The search visits games in the order of their bounds and abandons a game as soon as it cannot be
//! the nearest. Games with equal counts form a cluster and share one bound.

use super::fast::{UnfoldedGame, map_within};
use super::{MapStop, Mapping, MappingMethod};
use crate::Graph;
use rustc_hash::FxHashMap;
use senet_gdl::Deadline;

/// A game prepared for comparisons.
pub struct KnownGame {
    unfolded: UnfoldedGame,
    profile: Profile,
}

/// The number of symbols for each pair of occurrence count and arity.
type Profile = Vec<((u64, u64), u32)>;

/// A known game near the query.
#[derive(Clone, PartialEq, Debug)]
pub struct NearestGame {
    /// The index of the game among the known games.
    pub position: usize,
    /// The mapping from the query to the game.
    pub mapping: Mapping,
    /// The number of mappings that the search started.
    pub begun: usize,
    /// The number of mappings that the search completed.
    pub finished: usize,
}

impl KnownGame {
    /// Prepares the game of an occurrence graph.
    pub fn new(graph: &Graph, deadline: &Deadline) -> Result<KnownGame, MapStop> {
        let max_depth = MappingMethod::Lmap.parameters().max_depth;
        let unfolded = UnfoldedGame::new(graph, max_depth, deadline)?;
        let mut counts = FxHashMap::default();
        for symbol in &unfolded.surroundings {
            *counts
                .entry((symbol.occurrences, symbol.arguments))
                .or_insert(0) += 1;
        }
        let mut profile: Profile = counts.into_iter().collect();
        profile.sort_unstable();
        Ok(KnownGame { unfolded, profile })
    }

    fn symbols(&self) -> usize {
        self.unfolded.symbols.len()
    }

    /// A lower bound on the distance of any mapping to the other game. Each symbol of the larger game costs at least
    /// as much as with its best partner; symbols without a partner cost 1.
    fn distance_at_least(&self, other: &KnownGame) -> f64 {
        let (large, small) = match self.symbols() >= other.symbols() {
            true => (self, other),
            false => (other, self),
        };
        let costs = large.profile.iter().map(|&(one, count)| {
            let partners = small.profile.iter();
            let least = partners.map(|&(other, _)| cost(one, other));
            (least.fold(1.0, f64::min), count)
        });
        let mut costs: Vec<(f64, u32)> = costs.collect();
        costs.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        let mut partners = small.symbols() as u32;
        let mut sum = (large.symbols() - small.symbols()) as f64;
        for (cost, count) in costs {
            let with = count.min(partners);
            partners -= with;
            sum += cost * f64::from(with);
        }
        // The bound sums in another order than a mapping does; the margin covers rounding errors.
        sum / large.symbols().max(1) as f64 - 1e-9
    }
}

/// A lower bound on the distance of two symbols with these occurrence counts and arities.
fn cost(one: (u64, u64), other: (u64, u64)) -> f64 {
    let longer = (one.0 + one.1).max(other.0 + other.1);
    let pairs = one.0.min(other.0) + one.1.min(other.1);
    (longer - pairs) as f64 / (longer + 1) as f64
}

/// Finds the nearest known game, or `None` if no game is known.
///
/// ```
/// use senet_gdl::{Deadline, Sheet};
/// use senet_graph::mapping::{KnownGame, nearest};
/// use senet_graph::occurrence;
///
/// let graph = |rules| occurrence(&Sheet::read(rules).description);
/// let known = [graph("(p a)"), graph("(q (f b) c)")]
///     .map(|graph| KnownGame::new(&graph, &Deadline::never()).unwrap());
/// assert_eq!(nearest(&graph("(r (g d) e)"), &known, 1).unwrap().position, 1);
/// ```
pub fn nearest(query: &Graph, known: &[KnownGame], seed: u64) -> Option<NearestGame> {
    let known: Vec<&KnownGame> = known.iter().collect();
    nearest_games(query, &known, 1, seed, &Deadline::never())
        .games
        .pop()
}

/// The nearest known games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NearestGames {
    /// The games, nearest first.
    pub games: Vec<NearestGame>,
    /// True if the deadline ended the search, so nearer games may exist.
    pub stopped: bool,
}

/// Finds the `most` nearest known games, nearest first. It heeds the deadline during mappings too.
pub fn nearest_games(
    query: &Graph,
    known: &[&KnownGame],
    most: usize,
    seed: u64,
    deadline: &Deadline,
) -> NearestGames {
    let mut ranked = NearestGames::default();
    let Ok(query) = KnownGame::new(query, deadline) else {
        ranked.stopped = true;
        return ranked;
    };
    let (mut begun, mut finished) = (0, 0);
    for (bound, position) in by_bound(&query, known) {
        let limit = ranked.limit(most);
        if bound > limit {
            continue;
        }
        if deadline.is_over() {
            ranked.stopped = true;
            break;
        }
        begun += 1;
        let game = &known[position].unfolded;
        let mapping = map_within(&query.unfolded, game, seed, limit, deadline);
        if mapping.is_none() && deadline.is_over() {
            ranked.stopped = true;
            break;
        }
        if let Some(mapping) = mapping {
            finished += 1;
            ranked.insert(
                NearestGame {
                    position,
                    mapping,
                    begun,
                    finished,
                },
                most,
            );
        }
    }
    for game in &mut ranked.games {
        (game.begun, game.finished) = (begun, finished);
    }
    ranked
}

/// The known games in the order of their lower bounds.
fn by_bound(query: &KnownGame, known: &[&KnownGame]) -> Vec<(f64, usize)> {
    let mut clusters: FxHashMap<&Profile, Vec<usize>> = FxHashMap::default();
    for (position, game) in known.iter().enumerate() {
        clusters.entry(&game.profile).or_default().push(position);
    }
    let bound = |games: Vec<usize>| (query.distance_at_least(known[games[0]]), games);
    let mut clusters: Vec<(f64, Vec<usize>)> = clusters.into_values().map(bound).collect();
    clusters.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let each = |(bound, games): (f64, Vec<usize>)| games.into_iter().map(move |at| (bound, at));
    clusters.into_iter().flat_map(each).collect()
}

impl NearestGames {
    /// The distance beyond which further games are irrelevant.
    fn limit(&self, most: usize) -> f64 {
        match self.games.last() {
            Some(last) if self.games.len() >= most => last.mapping.distance,
            _ => 1.0,
        }
    }

    fn insert(&mut self, game: NearestGame, most: usize) {
        let at = self.games.partition_point(|other| other.is_before(&game));
        self.games.insert(at, game);
        self.games.truncate(most);
    }
}

impl NearestGame {
    fn is_before(&self, other: &NearestGame) -> bool {
        (self.mapping.distance, self.position) < (other.mapping.distance, other.position)
    }
}
