//! What a search from a symbol sees, as a tree.

use crate::mapping::neighbours::Neighbours;
use crate::mapping::order::mixed;
use crate::mapping::paint::{ASSIGNED, code, fingerprint};
use crate::{Colour, NodeId};

/// A node as a search sees it, with what it finds from there: children, parents and siblings.
pub struct Tree {
    /// The number of its colour.
    pub paint: u64,
    pub lists: [Vec<Tree>; 3],
    pub fingerprint: u64,
}

impl Tree {
    fn new(paint: u64, lists: [Vec<Tree>; 3]) -> Tree {
        let sums = lists.each_ref().map(|list| {
            let prints = list.iter().map(|tree| mixed(tree.fingerprint));
            prints.fold(0, u64::wrapping_add)
        });
        Tree {
            paint,
            fingerprint: fingerprint(paint, sums),
            lists,
        }
    }
}

/// A graph whose mapped symbols have a colour of their own.
pub struct Painted<'a> {
    pub graph: &'a Neighbours,
    max_depth: u8,
    /// The number of the colour of each node.
    paints: Vec<u64>,
}

impl Painted<'_> {
    pub fn new(graph: &Neighbours, max_depth: u8) -> Painted<'_> {
        Painted {
            graph,
            max_depth,
            paints: graph.colours.iter().map(|&colour| code(colour)).collect(),
        }
    }

    /// Paints a symbol that is part of the pair of this number.
    pub fn paint(&mut self, symbol: usize, pair: u64) {
        self.paints[self.graph.symbols[symbol] as usize] = ASSIGNED + pair;
    }

    /// What a search from a symbol sees.
    pub fn unfold(&self, symbol: NodeId) -> Tree {
        self.expand(symbol, 0, &mut Vec::new())
    }

    fn paint_of(&self, node: NodeId) -> u64 {
        self.paints[node as usize]
    }

    fn expand(&self, node: NodeId, depth: u8, path: &mut Vec<NodeId>) -> Tree {
        let colour = self.graph.colour(node);
        let none = || [Vec::new(), Vec::new(), Vec::new()];
        let lists = match colour {
            _ if depth >= self.max_depth => none(),
            Colour::VariableOccurrence => none(),
            Colour::Symbol if depth > 0 => none(),
            // Deeper than directly below a symbol, a position only tells whose it is.
            Colour::Argument if depth > 1 => {
                let symbol = self.paint_of(self.graph.symbol_of[node as usize]);
                [Vec::new(), vec![Tree::new(symbol, none())], Vec::new()]
            }
            _ => {
                let graph = self.graph;
                path.push(node);
                let lists = [&graph.children, &graph.parents, &graph.siblings]
                    .map(|lists| self.expand_all(lists.of(node), depth + 1, path));
                path.pop();
                lists
            }
        };
        Tree::new(self.paint_of(node), lists)
    }

    fn expand_all(&self, nodes: &[NodeId], depth: u8, path: &mut Vec<NodeId>) -> Vec<Tree> {
        let mut trees = Vec::new();
        for &node in nodes {
            if path.contains(&node) {
                continue;
            }
            let is_occurrence = self.graph.colour(node) == Colour::Occurrence;
            let node = match is_occurrence && depth > 1 {
                true => self.graph.symbol_of[node as usize],
                false => node,
            };
            trees.push(self.expand(node, depth, path));
        }
        trees
    }
}
