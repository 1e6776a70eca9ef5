//! Symbol mappings: which symbol of one game corresponds to which symbol of another.
//!
//! This page describes the published methods; [`senet`] describes our own.
//!
//! The methods compare two symbols by their neighbourhoods in the occurrence graphs. A search unfolds each
//! neighbourhood to a tree along the edges of [`Neighbours`]. The trees are matched greedily, level by level. The
//! distance of two symbols is the mean distance of their matched nodes; nodes of different colours have distance 1.
//! [`map()`] then assigns one pair after another. The symbols of an assigned pair get a common colour, which sharpens
//! later comparisons.
//!
//! Invariants:
//! - Distances are integers up to [`ONE`], so sums do not depend on the order of summation. The shapes of the trees
//!   decide ties inside a comparison. A comparison therefore depends on neither names nor rule order. The order of
//!   symbols decides only ties between whole pairs; a seed shuffles the symbols of the first game.
//! - [`reference`](mod@reference) is the plain implementation, and the fast one gives exactly the same results.

mod colour_code;
mod fast;
mod map_stop;
mod nearest;
mod neighbours;
mod parameters;
pub mod reference;
mod score;
pub mod senet;
mod shuffle;

pub use map_stop::{MapStop, check_size};
pub use nearest::{KnownGame, NearestGame, NearestGames, nearest, nearest_games};
pub use neighbours::Neighbours;
pub use parameters::{MappingMethod, Parameters};
pub use score::{ONE, SymbolComparison};

pub(crate) use shuffle::mixed;

use crate::{Graph, GraphNodeId};
use senet_gdl::Deadline;

/// A symbol of the first graph and its image in the second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SymbolPair {
    /// The node of the symbol in the first graph.
    pub from: GraphNodeId,
    /// The node of the symbol in the second graph.
    pub to: GraphNodeId,
    /// The distance of the two symbols, from 0 to 1.
    pub distance: f64,
}

/// A mapping between the symbols of two games.
#[derive(Clone, PartialEq, Debug)]
pub struct Mapping {
    /// The pairs in the order of assignment. Each symbol occurs at most once.
    pub pairs: Vec<SymbolPair>,
    /// The distance of the games, from 0 to 1. Unassigned symbols count as 1.
    pub distance: f64,
}

/// Pairs of symbol indices in the order of assignment.
type AssignedPairs = Vec<(usize, usize, SymbolComparison)>;

impl Mapping {
    /// Creates the mapping from assigned pairs.
    fn from_assigned(found: &AssignedPairs, nodes: [&[GraphNodeId]; 2]) -> Mapping {
        let pair = |&(one, other, comparison): &(usize, usize, SymbolComparison)| SymbolPair {
            from: nodes[0][one],
            to: nodes[1][other],
            distance: comparison.normalised_distance(),
        };
        let symbols = nodes.map(<[GraphNodeId]>::len);
        Mapping::of(found.iter().map(pair).collect(), symbols)
    }

    /// Creates a mapping between games with these numbers of symbols. Its distance is the mean over the symbols of the
    /// larger game.
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

/// Maps the symbols of the first occurrence graph to those of the second. The seed shuffles the symbols of the first
/// graph, which decides ties.
///
/// ```
/// use senet_gdl::{Deadline, Sheet};
/// use senet_graph::mapping::{MappingMethod, map};
/// use senet_graph::occurrence;
///
/// let first = occurrence(&Sheet::read("(p a b) (q b)").description);
/// let second = occurrence(&Sheet::read("(s d) (r c d)").description);
/// let mapping = map(&first, &second, MappingMethod::Senet, 1, &Deadline::never()).unwrap();
/// assert_eq!((mapping.pairs.len(), mapping.distance), (4, 0.0));
/// ```
pub fn map(
    first: &Graph,
    second: &Graph,
    method: MappingMethod,
    seed: u64,
    deadline: &Deadline,
) -> Result<Mapping, MapStop> {
    match method {
        MappingMethod::Senet => Ok(senet::map(first, second, seed, deadline)?),
        _ => fast::map(first, second, method, seed, deadline),
    }
}
