//! Which symbol of one game plays the part of which symbol of another.
//!
//! The published methods are these; our own is described in [`senet`].
//!
//! Two symbols are compared by what lies around them in the occurrence graphs: from each, a search unfolds the neighbourhood to a tree
//! ([`Neighbours`] says where it may go), and the trees are matched greedily, level by level. The distance of a pair is the mean distance of
//! what was matched; nodes of different colours have distance 1. [`map`] then chooses pairs one by one; once chosen, the two symbols get a
//! colour of their own, which makes the next comparisons sharper.
//!
//! Invariants:
//! - Distances are integers ([`ONE`] is the largest), so that sums do not depend on their order; ties inside a comparison are decided by the
//!   shape of the trees. A comparison therefore depends on neither names nor the order of the rules. Only ties between whole pairs are decided by
//!   the order of symbols, which a seed shuffles for the first game.
//! - [`reference`] is the plain form of all this, and the fast one equals it exactly.

mod colour_code;
mod fast;
mod nearest;
mod neighbours;
mod parameters;
pub mod reference;
mod score;
pub mod senet;
mod shuffle;

pub use nearest::{KnownGame, NearestGame, NearestGames, nearest, nearest_games};
pub use neighbours::Neighbours;
pub use parameters::{MappingMethod, Parameters};
pub use score::{ONE, SymbolComparison};

pub(crate) use shuffle::mixed;

use crate::{Graph, GraphNodeId};

/// A symbol of the first graph and the symbol of the second that it is mapped to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SymbolPair {
    /// The node of the symbol in the first graph.
    pub from: GraphNodeId,
    /// The node of the symbol in the second graph.
    pub to: GraphNodeId,
    /// How much the places differ in which the two occur, from 0 to 1.
    pub distance: f64,
}

/// What a mapper found.
#[derive(Clone, PartialEq, Debug)]
pub struct Mapping {
    /// The pairs, in the order in which they were chosen. Every symbol occurs once at most.
    pub pairs: Vec<SymbolPair>,
    /// How much the games differ, from 0 to 1; symbols without a partner count as 1.
    pub distance: f64,
}

/// Symbols by their numbers, in the order in which they were mapped.
type AssignedPairs = Vec<(usize, usize, SymbolComparison)>;

impl Mapping {
    /// The mapping with these pairs.
    fn from_assigned(found: &AssignedPairs, nodes: [&[GraphNodeId]; 2]) -> Mapping {
        let pair = |&(one, other, likeness): &(usize, usize, SymbolComparison)| SymbolPair {
            from: nodes[0][one],
            to: nodes[1][other],
            distance: likeness.normalised_distance(),
        };
        let symbols = nodes.map(<[GraphNodeId]>::len);
        Mapping::of(found.iter().map(pair).collect(), symbols)
    }

    /// The mapping with these pairs between games of so many symbols: its distance is the mean over the symbols of the larger game.
    pub fn of(pairs: Vec<SymbolPair>, symbols: [usize; 2]) -> Mapping {
        let most = symbols[0].max(symbols[1]);
        let matched: f64 = pairs.iter().map(|pair| pair.distance).sum();
        let distance = match most {
            0 => 0.0,
            _ => (matched + (most - pairs.len()) as f64) / most as f64,
        };
        Mapping { pairs, distance }
    }
}

/// Maps the symbols of the first occurrence graph to those of the second. The seed shuffles the symbols of the first, which decides ties.
pub fn map(first: &Graph, second: &Graph, method: MappingMethod, seed: u64) -> Mapping {
    match method {
        MappingMethod::Senet => senet::map(first, second, seed),
        _ => fast::map(first, second, method, seed),
    }
}
