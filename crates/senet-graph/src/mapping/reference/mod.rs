//! The reference implementation. It unfolds both trees for every comparison: slow, short, and the standard for the
//! fast implementation.

mod distance;
mod lmap;
mod mmap;
mod tree;

use super::neighbours::Neighbours;
use super::shuffle::shuffled;
use super::{Mapping, MappingMethod, SymbolComparison, senet};
use crate::Graph;
use distance::compare_trees;
use senet_gdl::Deadline;
use tree::{ColouredGraph, UnfoldedTree};

/// Maps two games. The Senet method has only one implementation.
pub fn map(first: &Graph, second: &Graph, method: MappingMethod, seed: u64) -> Mapping {
    let graphs = [Neighbours::new(first), Neighbours::new(second)];
    let parameters = method.parameters();
    let mut comparer = ReferenceComparer::new(&graphs, parameters.max_depth);
    let order = shuffled(graphs[0].symbols.len(), seed);
    let found = match method {
        MappingMethod::Mmap => mmap::map(&mut comparer, &parameters, &order),
        MappingMethod::Lmap | MappingMethod::Myopic => {
            lmap::map(&mut comparer, &parameters, &order)
        }
        MappingMethod::Senet => {
            let mapping = senet::map(first, second, seed, &Deadline::never());
            return mapping.unwrap_or_else(|_| Mapping::of(Vec::new(), [0, 0]));
        }
    };
    Mapping::from_assigned(&found, graphs.each_ref().map(|graph| &graph.symbols[..]))
}

/// Both games under the current colours.
pub struct ReferenceComparer<'a> {
    games: [ColouredGraph<'a>; 2],
    pairs: u64,
}

impl ReferenceComparer<'_> {
    /// Starts with all symbols unassigned.
    pub fn new(graphs: &[Neighbours; 2], max_depth: u8) -> ReferenceComparer<'_> {
        ReferenceComparer {
            games: graphs
                .each_ref()
                .map(|graph| ColouredGraph::new(graph, max_depth)),
            pairs: 0,
        }
    }

    fn tree(&self, game: usize, symbol: usize) -> UnfoldedTree {
        let game = &self.games[game];
        game.unfold(game.graph.symbols[symbol])
    }

    /// The number of symbols of each game.
    pub fn symbols(&self) -> [usize; 2] {
        self.games.each_ref().map(|game| game.graph.symbols.len())
    }

    /// Compares a symbol of the first game with one of the second.
    pub fn compare(&self, one: usize, other: usize) -> SymbolComparison {
        compare_trees(&self.tree(0, one), &self.tree(1, other))
    }

    /// Compares a symbol of the first game with itself.
    pub fn self_comparison(&self, one: usize) -> SymbolComparison {
        compare_trees(&self.tree(0, one), &self.tree(0, one))
    }

    /// Assigns two symbols to each other and gives them a common colour.
    pub fn assign(&mut self, one: usize, other: usize) {
        self.pairs += 1;
        for (game, symbol) in self.games.iter_mut().zip([one, other]) {
            game.set_pair_colour(symbol, self.pairs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occurrence;
    use senet_gdl::Sheet;

    /// A cycle of columns, one of which has an additional property.
    const CIRCLE: &str = "(next a b) (next b c) (next c d) (next d a) (blank b)";

    /// The published search sees which names occur together, but not at which arguments. It therefore cannot see the
    /// direction of a cycle, even if all other symbols are assigned.
    #[test]
    fn published_comparison_ignores_direction_of_cycle() {
        let sheet = Sheet::read(CIRCLE);
        let graph = occurrence(&sheet.description);
        let graphs = [Neighbours::new(&graph), Neighbours::new(&graph)];
        let names = graphs[0].symbols.iter().map(|&node| {
            let symbol = graph.nodes()[node as usize].symbol.unwrap();
            sheet.description.symbols.key(symbol)
        });
        let names: Vec<&str> = names.collect();
        let number = |name| names.iter().position(|known| *known == name).unwrap();
        let (a, c) = (number("a"), number("c"));
        let mut comparer =
            ReferenceComparer::new(&graphs, MappingMethod::Mmap.parameters().max_depth);
        for other in (0..names.len()).filter(|other| ![a, c].contains(other)) {
            comparer.assign(other, other);
        }
        assert_eq!(comparer.compare(a, a), comparer.compare(a, c));
        assert_eq!(comparer.compare(c, a), comparer.compare(c, c));
    }
}
