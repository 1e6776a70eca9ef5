//! A game made ready to be compared.

use super::shared_trees::SharedTrees;
use super::tree_users::TreeUsers;
use crate::mapping::colour_code::ARGUMENT;
use crate::mapping::neighbours::Neighbours;
use crate::{Graph, GraphNodeId};

/// All that searches see from the symbols of a game.
pub struct UnfoldedGame {
    /// The nodes of the symbols.
    pub symbols: Vec<GraphNodeId>,
    pub(super) trees: SharedTrees,
    pub(super) users: TreeUsers,
    /// What surrounds each symbol.
    pub surroundings: Vec<Surroundings>,
}

/// How much surrounds a symbol, whatever the colours are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Surroundings {
    /// Places where it occurs.
    pub occurrences: u64,
    /// Its argument positions.
    pub arguments: u64,
    /// The most that one of these has around it.
    pub widest: u64,
}

impl UnfoldedGame {
    /// Searches an occurrence graph from every symbol.
    pub fn new(graph: &Graph, max_depth: u8) -> UnfoldedGame {
        let neighbours = Neighbours::new(graph);
        let trees = SharedTrees::new(&neighbours, max_depth);
        UnfoldedGame {
            users: TreeUsers::new(&trees),
            surroundings: surroundings_of(&trees),
            trees,
            symbols: neighbours.symbols,
        }
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
    /// The distances that two symbols have at least and at most, for so many nodes: (sum of distances, without division; nodes).
    pub fn unmatched(&self, other: &Surroundings) -> (u64, u64) {
        let longer = (self.occurrences + self.arguments).max(other.occurrences + other.arguments);
        let pairs = self.occurrences.min(other.occurrences) + self.arguments.min(other.arguments);
        (longer - pairs, longer)
    }
}
