//! What a search from a symbol sees, as a tree.

use crate::mapping::neighbours::Neighbours;
use crate::mapping::order::mixed;
use crate::{Colour, NodeId};

/// A colour, or that of a symbol that was mapped: the number of its pair, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// As in the graph.
    Plain(Colour),
    /// Mapped.
    Assigned(u32),
}

impl Paint {
    /// A number for it.
    fn code(self) -> u64 {
        match self {
            Paint::Plain(Colour::Symbol) => 1,
            Paint::Plain(Colour::Argument) => 2,
            Paint::Plain(Colour::VariableSymbol) => 3,
            Paint::Plain(Colour::Occurrence) => 4,
            Paint::Plain(Colour::VariableOccurrence) => 5,
            Paint::Plain(Colour::And) => 6,
            Paint::Plain(Colour::Keyword(symbol)) => (1 << 32) + symbol.index() as u64,
            Paint::Plain(Colour::GoalValue(value)) => (2 << 32) + u64::from(value as u32),
            Paint::Assigned(number) => (3 << 32) + u64::from(number),
        }
    }
}

/// A node as a search sees it, with what it finds from there: children, parents and siblings.
pub struct Tree {
    pub paint: Paint,
    pub lists: [Vec<Tree>; 3],
    /// A number that trees share exactly if they are equal but for the order in their lists (by chance alone if not).
    pub fingerprint: u64,
}

impl Tree {
    fn new(paint: Paint, lists: [Vec<Tree>; 3]) -> Tree {
        let mut fingerprint = mixed(paint.code());
        for list in &lists {
            let sum = list.iter().map(|tree| mixed(tree.fingerprint));
            fingerprint = mixed(fingerprint ^ sum.fold(0, u64::wrapping_add));
        }
        Tree {
            paint,
            lists,
            fingerprint,
        }
    }
}

/// A graph whose mapped symbols have a colour of their own.
pub struct Painted<'a> {
    pub graph: &'a Neighbours,
    max_depth: u8,
    /// The pair of each node that is a mapped symbol, 0 for others.
    assigned: Vec<u32>,
}

impl Painted<'_> {
    pub fn new(graph: &Neighbours, max_depth: u8) -> Painted<'_> {
        Painted {
            graph,
            max_depth,
            assigned: vec![0; graph.colours.len()],
        }
    }

    /// Paints a symbol.
    pub fn paint(&mut self, symbol: usize, number: u32) {
        self.assigned[self.graph.symbols[symbol] as usize] = number;
    }

    /// What a search from a symbol sees.
    pub fn unfold(&self, symbol: NodeId) -> Tree {
        self.expand(symbol, 0, &mut Vec::new())
    }

    fn colour(&self, node: NodeId) -> Paint {
        match self.assigned[node as usize] {
            0 => Paint::Plain(self.graph.colour(node)),
            number => Paint::Assigned(number),
        }
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
                let symbol = self.colour(self.graph.symbol_of[node as usize]);
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
        Tree::new(self.colour(node), lists)
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
