//! Our own mapper: symbols are told apart by what they look like, and whatever is certain makes the rest clearer.
//!
//! Every place of a rule gets a number for what is around it within the rule, up to each of several distances ([`hashes`]). A symbol looks like
//! all the places where it and its arguments stand. What is found out about a symbol becomes its colour, and so part of the looks of others.
//!
//! 1. Games that are the same up to names are refined together: symbols of different looks get different colours until nothing changes; where
//!    several still look the same, one is taken for one of the other game, and so on ([`exact`]). The mapping is then an isomorphism.
//! 2. Otherwise symbols are compared level by level ([`features`]), and the pair that is furthest ahead of all its rivals comes first
//!    ([`approximate`]). Symbols that look the same are dealt with as one ([`classes`]), so that long tables of numbers cost little.
//!
//! Invariants:
//! - Neither names nor the order of a sheet matter. Ties are decided by looks, then by a seed.
//! - A change in one rule spoils the looks of the symbols in this rule only, until they have partners.
//! - After a pair is chosen, only rules where its symbols stand are looked at again.

mod approximate;
mod classes;
mod exact;
mod features;
mod hash;
mod places;
mod ragged_array;
mod same_name;
mod wl_hashes;

use super::{Mapping, SymbolPair};
use crate::Graph;
use features::Features;
use places::Places;
use wl_hashes::WlHashes;

/// Maps the symbols of the first occurrence graph to those of the second. The seed decides between symbols that look the same.
pub fn map(first: &Graph, second: &Graph, seed: u64) -> Mapping {
    let games = [(first, seed), (second, !seed)];
    let games = games.map(|(graph, seed)| Places::new(&same_name::link_same_names(graph), seed));
    let mut both_hashes = [WlHashes::new(&games[0]), WlHashes::new(&games[1])];
    let exact = exact::exact(&mut both_hashes);
    let is_exact = exact.is_some();
    let pairs = exact.unwrap_or_else(|| {
        both_hashes = [WlHashes::new(&games[0]), WlHashes::new(&games[1])];
        approximate::approximate(&mut both_hashes)
    });
    let distance = |one, other| match is_exact {
        true => 0.0,
        false => {
            1.0 - Features::of(&both_hashes[0], one)
                .similarity(&Features::of(&both_hashes[1], other), 0.0)
        }
    };
    let pairs = pairs.into_iter().map(|(one, other)| SymbolPair {
        from: games[0].symbols[one as usize],
        to: games[1].symbols[other as usize],
        distance: distance(one, other),
    });
    Mapping::of(
        pairs.collect(),
        games.each_ref().map(|game| game.symbols.len()),
    )
}
