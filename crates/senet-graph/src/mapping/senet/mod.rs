//! Our own mapper, based on colour refinement (Weisfeiler–Leman).
//!
//! Each place of a rule gets hashes of its neighbourhood within the rule, one for each of several radii
//! (`wl_hashes`). The hashes of a symbol's places and arguments make up its signature. Knowledge about a symbol
//! becomes its colour, which changes the hashes around it.
//!
//! 1. Isomorphic games are refined together: symbols of different signatures get different colours until the colours
//!    are stable. If several symbols still share a colour, the mapper guesses a pair and continues (`exact`). The
//!    result is an isomorphism.
//! 2. Other games are compared level by level (`features`). The pair with the largest lead over its rivals is
//!    assigned first (`approximate`). Symbols of equal signature form a class (`classes`), which keeps
//!    long tables of numbers cheap.
//!
//! Invariants:
//! - Neither names nor the order of the sheet matter. Hashes decide ties, then a seed.
//! - A changed rule affects only the signatures of its own symbols until they are assigned.
//! - After an assignment, only rules that contain one of its symbols are hashed again.

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
use senet_gdl::{Deadline, OutOfTime};
use wl_hashes::WlHashes;

/// Maps the symbols of the first occurrence graph to those of the second. The seed decides between symbols of equal
/// signature.
pub fn map(
    first: &Graph,
    second: &Graph,
    seed: u64,
    deadline: &Deadline,
) -> Result<Mapping, OutOfTime> {
    let games = [(first, seed), (second, !seed)];
    let games = games.map(|(graph, seed)| Places::new(&same_name::link_same_names(graph), seed));
    let mut both_hashes = [WlHashes::new(&games[0]), WlHashes::new(&games[1])];
    let exact = exact::exact(&mut both_hashes, deadline)?;
    let is_exact = exact.is_some();
    let pairs = match exact {
        Some(pairs) => pairs,
        None => {
            both_hashes = [WlHashes::new(&games[0]), WlHashes::new(&games[1])];
            approximate::approximate(&mut both_hashes, deadline)?
        }
    };
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
    let pairs: Vec<SymbolPair> = pairs.collect();
    let symbols = games.each_ref().map(|game| game.symbols.len());
    Ok(Mapping::of(pairs, symbols))
}
