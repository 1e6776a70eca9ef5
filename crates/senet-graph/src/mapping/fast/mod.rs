//! The fast form: searches are unfolded once, trees that look the same are compared once, and pairs that cannot be the best are not compared.

mod choice;
mod compare;
mod lmap;
mod memory;
mod mmap;
mod painted;
mod shapes;
mod table;
mod unfolded;
mod users;

pub use unfolded::Unfolded;

use super::order::shuffled;
use super::{Mapping, Method, senet};
use crate::Graph;
use table::Table;

/// Maps by the fast form; our own method has only one.
pub fn map(first: &Graph, second: &Graph, method: Method, seed: u64) -> Mapping {
    if method == Method::Senet {
        return senet::map(first, second, seed);
    }
    let parameters = method.parameters();
    let unfold = |graph| Unfolded::new(graph, parameters.max_depth);
    let games = [first, second].map(unfold);
    let mut table = Table::new(&games[0], &games[1]);
    let order = shuffled(games[0].symbols.len(), seed);
    let found = match method {
        Method::Mmap => mmap::map(&mut table, &parameters, &order),
        _ => lmap::map(&mut table, &parameters, &order),
    };
    Mapping::of_found(&found, games.each_ref().map(|game| &game.symbols[..]))
}

/// Maps by the line mapper, unless the distance of the games turns out to be larger than this, or the signal to stop comes.
pub fn map_within(
    first: &Unfolded,
    second: &Unfolded,
    seed: u64,
    distance: f64,
    stop: &dyn Fn() -> bool,
) -> Option<Mapping> {
    let order = shuffled(first.symbols.len(), seed);
    let mut table = Table::new(first, second);
    let parameters = Method::Lmap.parameters();
    let found = lmap::map_within(&mut table, &parameters, &order, distance, stop)?;
    Some(Mapping::of_found(&found, [&first.symbols, &second.symbols]))
}
