//! The fast implementation. It unfolds each search once, compares equal trees once, and skips pairs that cannot be the
//! best.

mod best_pair;
mod coloured_trees;
mod compare;
mod comparison_cache;
mod lmap;
mod mmap;
mod pair_comparisons;
mod shared_trees;
mod tree_users;
mod unfolded_game;

pub use unfolded_game::UnfoldedGame;

use super::shuffle::shuffled;
use super::{MapStop, Mapping, MappingMethod, senet};
use crate::Graph;
use pair_comparisons::PairComparisons;
use senet_gdl::Deadline;

/// Maps two games. The Senet method has only one implementation.
pub fn map(
    first: &Graph,
    second: &Graph,
    method: MappingMethod,
    seed: u64,
    deadline: &Deadline,
) -> Result<Mapping, MapStop> {
    if method == MappingMethod::Senet {
        return Ok(senet::map(first, second, seed, deadline)?);
    }
    let parameters = method.parameters();
    let unfold = |graph| UnfoldedGame::new(graph, parameters.max_depth, deadline);
    let games = [unfold(first)?, unfold(second)?];
    let mut comparisons = PairComparisons::new(&games[0], &games[1], deadline);
    // The tables of all pairs are large, so even making them takes time.
    deadline.check()?;
    let order = shuffled(games[0].symbols.len(), seed);
    let found = match method {
        MappingMethod::Mmap => mmap::map(&mut comparisons, &parameters, &order),
        _ => lmap::map(&mut comparisons, &parameters, &order),
    };
    deadline.check()?;
    let symbols = games.each_ref().map(|game| &game.symbols[..]);
    Ok(Mapping::from_assigned(&found, symbols))
}

/// Maps with the line mapper. Returns `None` if the distance of the games must exceed `distance`, or if the deadline is
/// over.
pub fn map_within(
    first: &UnfoldedGame,
    second: &UnfoldedGame,
    seed: u64,
    distance: f64,
    deadline: &Deadline,
) -> Option<Mapping> {
    let order = shuffled(first.symbols.len(), seed);
    let mut comparisons = PairComparisons::new(first, second, deadline);
    let parameters = MappingMethod::Lmap.parameters();
    let found = lmap::map_within(&mut comparisons, &parameters, &order, distance)?;
    Some(Mapping::from_assigned(
        &found,
        [&first.symbols, &second.symbols],
    ))
}
