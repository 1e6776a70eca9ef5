//! The game that is nearest to another among many.
//!
//! `nearest(query, known, seed)` gives the known game of the least [`MappingMethod::Lmap`](super::MappingMethod::Lmap) distance, the first of several, with the
//! mapping: exactly what comparing with all of them would give. Most are never mapped: how often symbols occur and how many arguments they have gives
//! a lower bound of the distance, and games are taken in the order of these bounds, each given up as soon as it cannot be the nearest any more.
//! Known games whose symbols have the same numbers throughout form a cluster with one bound for all.

use super::fast::{UnfoldedGame, map_within};
use super::{Mapping, MappingMethod};
use crate::Graph;
use rustc_hash::FxHashMap;

/// A game made ready to be compared with others.
pub struct KnownGame {
    unfolded: UnfoldedGame,
    profile: Profile,
}

/// How many symbols occur so often and have so many arguments, without names.
type Profile = Vec<((u64, u64), u32)>;

/// The known game that is nearest.
#[derive(Clone, PartialEq, Debug)]
pub struct NearestGame {
    /// Its position among the known games.
    pub position: usize,
    /// The mapping of the query to it.
    pub mapping: Mapping,
    /// How many games a mapping was begun with.
    pub begun: usize,
    /// How many of these mappings were brought to an end.
    pub finished: usize,
}

impl KnownGame {
    /// Of an occurrence graph.
    pub fn new(graph: &Graph) -> KnownGame {
        let unfolded = UnfoldedGame::new(graph, MappingMethod::Lmap.parameters().max_depth);
        let mut counts = FxHashMap::default();
        for symbol in &unfolded.surroundings {
            *counts
                .entry((symbol.occurrences, symbol.arguments))
                .or_insert(0) += 1;
        }
        let mut profile: Profile = counts.into_iter().collect();
        profile.sort_unstable();
        KnownGame { unfolded, profile }
    }

    fn symbols(&self) -> usize {
        self.unfolded.symbols.len()
    }

    /// No mapping to the other game gives a smaller distance: each symbol of the larger game costs at least what it costs with the partner that it
    /// suits best, and those that find no partner cost 1.
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
        // The bound is a sum in another order than that of a mapping: a little less makes up for rounding.
        sum / large.symbols().max(1) as f64 - 1e-9
    }
}

/// What mapping symbols with these numbers of occurrences and arguments costs at least.
fn cost(one: (u64, u64), other: (u64, u64)) -> f64 {
    let longer = (one.0 + one.1).max(other.0 + other.1);
    let pairs = one.0.min(other.0) + one.1.min(other.1);
    (longer - pairs) as f64 / (longer + 1) as f64
}

/// The known game that is nearest to a game; `None` if none is known.
pub fn nearest(query: &Graph, known: &[KnownGame], seed: u64) -> Option<NearestGame> {
    let known: Vec<&KnownGame> = known.iter().collect();
    nearest_games(query, &known, 1, seed, &|| false).games.pop()
}

/// The known games that are nearest to a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NearestGames {
    /// The games, the nearest first.
    pub games: Vec<NearestGame>,
    /// Whether the signal to stop came first: then there may be nearer ones.
    pub stopped: bool,
}

/// So many known games that are nearest to a game, the nearest first. The signal is asked while games are mapped, too.
pub fn nearest_games(
    query: &Graph,
    known: &[&KnownGame],
    most: usize,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> NearestGames {
    let query = KnownGame::new(query);
    let mut ranked = NearestGames::default();
    let (mut begun, mut finished) = (0, 0);
    for (bound, position) in by_bound(&query, known) {
        let limit = ranked.limit(most);
        if bound > limit {
            continue;
        }
        if stop() {
            ranked.stopped = true;
            break;
        }
        begun += 1;
        let game = &known[position].unfolded;
        let mapping = map_within(&query.unfolded, game, seed, limit, stop);
        if mapping.is_none() && stop() {
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

/// The known games in the order of the least distances that they can have.
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
    /// Games that are further away do not matter any more.
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
