//! A game prepared for comparisons.

use super::shared_trees::SharedTrees;
use super::tree_users::TreeUsers;
use crate::mapping::colour_code::ARGUMENT;
use crate::mapping::neighbours::Neighbours;
use crate::mapping::{MapStop, check_size};
use crate::{Graph, GraphNodeId};
use senet_gdl::Deadline;

/// The unfolded searches from all symbols of a game.
pub struct UnfoldedGame {
    /// The nodes of the symbols.
    pub symbols: Vec<GraphNodeId>,
    pub(super) trees: SharedTrees,
    pub(super) users: TreeUsers,
    /// The surroundings of each symbol.
    pub surroundings: Vec<Surroundings>,
}

/// The numbers of nodes around a symbol, independent of colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Surroundings {
    /// The number of occurrences.
    pub occurrences: u64,
    /// The number of argument positions.
    pub arguments: u64,
    /// The largest number of neighbours that one of these nodes has.
    pub widest: u64,
}

impl UnfoldedGame {
    /// Unfolds an occurrence graph from every symbol.
    pub fn new(graph: &Graph, max_depth: u8, deadline: &Deadline) -> Result<UnfoldedGame, MapStop> {
        check_size(graph)?;
        let neighbours = Neighbours::new(graph);
        let trees = SharedTrees::new(&neighbours, max_depth, deadline)?;
        Ok(UnfoldedGame {
            users: TreeUsers::new(&trees),
            surroundings: surroundings_of(&trees),
            trees,
            symbols: neighbours.symbols,
        })
    }
}

fn surroundings_of(trees: &SharedTrees) -> Vec<Surroundings> {
    let of = |&root: &u32| {
        let below = trees.list(root, 0);
        let around = |&tree: &u32| (0..3).map(|list| trees.list(tree, list).len()).sum();
        let is_argument = |&&tree: &&u32| trees.codes[tree as usize] == ARGUMENT;
        let arguments = below.iter().filter(is_argument).count();
        Surroundings {
            occurrences: (below.len() - arguments) as u64,
            arguments: arguments as u64,
            widest: below.iter().map(around).max().unwrap_or(0) as u64,
        }
    };
    trees.roots.iter().map(of).collect()
}

impl Surroundings {
    /// Returns the number of nodes that stay unmatched for any colours, and the length of the longer list.
    pub fn unmatched(&self, other: &Surroundings) -> (u64, u64) {
        let longer = (self.occurrences + self.arguments).max(other.occurrences + other.arguments);
        let pairs = self.occurrences.min(other.occurrences) + self.arguments.min(other.arguments);
        (longer - pairs, longer)
    }
}
