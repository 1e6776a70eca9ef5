//! A game made ready to be compared.

use super::shapes::Shapes;
use super::users::Users;
use crate::mapping::neighbours::Neighbours;
use crate::mapping::paint::ARGUMENT;
use crate::{Graph, NodeId};

/// All that searches see from the symbols of a game.
pub struct Unfolded {
    /// The nodes of the symbols.
    pub symbols: Vec<NodeId>,
    pub(super) shapes: Shapes,
    pub(super) users: Users,
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

impl Unfolded {
    /// Searches an occurrence graph from every symbol.
    pub fn new(graph: &Graph, max_depth: u8) -> Unfolded {
        let neighbours = Neighbours::new(graph);
        let shapes = Shapes::new(&neighbours, max_depth);
        Unfolded {
            users: Users::new(&shapes),
            surroundings: surroundings_of(&shapes),
            shapes,
            symbols: neighbours.symbols,
        }
    }
}

fn surroundings_of(shapes: &Shapes) -> Vec<Surroundings> {
    let of = |&root: &u32| {
        let below = shapes.list(root, 0);
        let around = |&shape: &u32| (0..3).map(|list| shapes.list(shape, list).len()).sum();
        let is_argument = |&&shape: &&u32| shapes.codes[shape as usize] == ARGUMENT;
        let arguments = below.iter().filter(is_argument).count();
        Surroundings {
            occurrences: (below.len() - arguments) as u64,
            arguments: arguments as u64,
            widest: below.iter().map(around).max().unwrap_or(0) as u64,
        }
    };
    shapes.roots.iter().map(of).collect()
}

impl Surroundings {
    /// The distances that two symbols have at least and at most, for so many nodes: (sum of distances, without division; nodes).
    pub fn unmatched(&self, other: &Surroundings) -> (u64, u64) {
        let longer = (self.occurrences + self.arguments).max(other.occurrences + other.arguments);
        let pairs = self.occurrences.min(other.occurrences) + self.arguments.min(other.arguments);
        (longer - pairs, longer)
    }
}
