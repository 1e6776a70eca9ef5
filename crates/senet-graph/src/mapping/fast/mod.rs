//! The fast form: searches are unfolded once, trees that look the same are compared once, and pairs that cannot be the best are not compared.

mod choice;
mod compare;
mod lmap;
mod memory;
mod mmap;
mod painted;
mod shapes;
mod table;

use super::neighbours::Neighbours;
use super::order::shuffled;
use super::{Mapping, Method, senet};
use crate::Graph;
use table::Table;

/// Maps by the fast form; our own method has only one.
pub fn map(first: &Graph, second: &Graph, method: Method, seed: u64) -> Mapping {
    let graphs = [Neighbours::new(first), Neighbours::new(second)];
    let parameters = method.parameters();
    let mut table = Table::new(&graphs, parameters.max_depth);
    let order = shuffled(graphs[0].symbols.len(), seed);
    let found = match method {
        Method::Mmap => mmap::map(&mut table, &parameters, &order),
        Method::Lmap | Method::Myopic => lmap::map(&mut table, &parameters, &order),
        Method::Senet => return senet::map(first, second, seed),
    };
    Mapping::of_found(&found, &graphs)
}
