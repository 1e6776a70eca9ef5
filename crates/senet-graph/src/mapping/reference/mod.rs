//! The plain form: unfolds both trees anew for every comparison. Slow, short, and the judge of the fast form.

mod distance;
mod lmap;
mod mmap;
mod tree;

use super::neighbours::Neighbours;
use super::order::shuffled;
use super::{Likeness, Mapping, Method, senet};
use crate::Graph;
use distance::likeness;
use tree::{Painted, Tree};

/// Maps by the plain form; our own method has only one.
pub fn map(first: &Graph, second: &Graph, method: Method, seed: u64) -> Mapping {
    let graphs = [Neighbours::new(first), Neighbours::new(second)];
    let parameters = method.parameters();
    let mut plain = Plain::new(&graphs, parameters.max_depth);
    let order = shuffled(graphs[0].symbols.len(), seed);
    let found = match method {
        Method::Mmap => mmap::map(&mut plain, &parameters, &order),
        Method::Lmap | Method::Myopic => lmap::map(&mut plain, &parameters, &order),
        Method::Senet => return senet::map(first, second, seed),
    };
    Mapping::of_found(&found, graphs.each_ref().map(|graph| &graph.symbols[..]))
}

/// Both games under the present colours.
pub struct Plain<'a> {
    games: [Painted<'a>; 2],
    pairs: u64,
}

impl Plain<'_> {
    /// Nothing mapped yet.
    pub fn new(graphs: &[Neighbours; 2], max_depth: u8) -> Plain<'_> {
        Plain {
            games: graphs
                .each_ref()
                .map(|graph| Painted::new(graph, max_depth)),
            pairs: 0,
        }
    }

    fn tree(&self, game: usize, symbol: usize) -> Tree {
        let game = &self.games[game];
        game.unfold(game.graph.symbols[symbol])
    }

    /// How many symbols the games have.
    pub fn symbols(&self) -> [usize; 2] {
        self.games.each_ref().map(|game| game.graph.symbols.len())
    }

    /// Compares a symbol of the first game with one of the second.
    pub fn compare(&self, one: usize, other: usize) -> Likeness {
        likeness(&self.tree(0, one), &self.tree(1, other))
    }

    /// Compares a symbol of the first game with itself.
    pub fn alone(&self, one: usize) -> Likeness {
        likeness(&self.tree(0, one), &self.tree(0, one))
    }

    /// Gives two symbols a colour of their own.
    pub fn assign(&mut self, one: usize, other: usize) {
        self.pairs += 1;
        for (game, symbol) in self.games.iter_mut().zip([one, other]) {
            game.paint(symbol, self.pairs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::occurrence;
    use senet_gdl::Sheet;

    /// Columns in a circle, one of which is known by something else.
    const CIRCLE: &str = "(next a b) (next b c) (next c d) (next d a) (blank b)";

    /// The published search sees the names that stand together, but not at which arguments. In a circle it therefore cannot tell in which direction
    /// the columns follow each other, whatever else is mapped.
    #[test]
    fn the_direction_of_a_circle_is_not_seen() {
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
        let mut plain = Plain::new(&graphs, Method::Mmap.parameters().max_depth);
        for other in (0..names.len()).filter(|other| ![a, c].contains(other)) {
            plain.assign(other, other);
        }
        assert_eq!(plain.compare(a, a), plain.compare(a, c));
        assert_eq!(plain.compare(c, a), plain.compare(c, c));
    }
}
