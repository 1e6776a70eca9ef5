//! Unfolds the neighbourhood of a symbol to a tree.

use crate::mapping::colour_code::{ASSIGNED, code, fingerprint};
use crate::mapping::neighbours::Neighbours;
use crate::mapping::shuffle::mixed;
use crate::{Colour, GraphNodeId};

/// A node of an unfolded search, with the subtrees of its children, parents and siblings.
pub struct UnfoldedTree {
    /// The colour code of the root.
    pub colour_code: u64,
    pub lists: [Vec<UnfoldedTree>; 3],
    pub fingerprint: u64,
}

impl UnfoldedTree {
    fn new(colour_code: u64, lists: [Vec<UnfoldedTree>; 3]) -> UnfoldedTree {
        let sums = lists.each_ref().map(|list| {
            let prints = list.iter().map(|tree| mixed(tree.fingerprint));
            prints.fold(0, u64::wrapping_add)
        });
        UnfoldedTree {
            colour_code,
            fingerprint: fingerprint(colour_code, sums),
            lists,
        }
    }
}

/// A graph whose assigned symbols have colours of their own.
pub struct ColouredGraph<'a> {
    pub graph: &'a Neighbours,
    max_depth: u8,
    /// The colour code of each node.
    colour_codes: Vec<u64>,
}

impl ColouredGraph<'_> {
    pub fn new(graph: &Neighbours, max_depth: u8) -> ColouredGraph<'_> {
        ColouredGraph {
            graph,
            max_depth,
            colour_codes: graph.colours.iter().map(|&colour| code(colour)).collect(),
        }
    }

    /// Gives a symbol the colour of the pair with this number.
    pub fn set_pair_colour(&mut self, symbol: usize, pair: u64) {
        self.colour_codes[self.graph.symbols[symbol] as usize] = ASSIGNED + pair;
    }

    /// Unfolds the search from a symbol.
    pub fn unfold(&self, symbol: GraphNodeId) -> UnfoldedTree {
        self.expand(symbol, 0, &mut Vec::new())
    }

    fn colour_code_of(&self, node: GraphNodeId) -> u64 {
        self.colour_codes[node as usize]
    }

    fn expand(&self, node: GraphNodeId, depth: u8, path: &mut Vec<GraphNodeId>) -> UnfoldedTree {
        let colour = self.graph.colour(node);
        let none = || [Vec::new(), Vec::new(), Vec::new()];
        let lists = match colour {
            _ if depth >= self.max_depth => none(),
            Colour::VariableOccurrence => none(),
            Colour::Symbol if depth > 0 => none(),
            // Below the first level, an argument position shows only its symbol.
            Colour::Argument if depth > 1 => {
                let symbol = self.colour_code_of(self.graph.symbol_of[node as usize]);
                [
                    Vec::new(),
                    vec![UnfoldedTree::new(symbol, none())],
                    Vec::new(),
                ]
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
        UnfoldedTree::new(self.colour_code_of(node), lists)
    }

    fn expand_all(
        &self,
        nodes: &[GraphNodeId],
        depth: u8,
        path: &mut Vec<GraphNodeId>,
    ) -> Vec<UnfoldedTree> {
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
