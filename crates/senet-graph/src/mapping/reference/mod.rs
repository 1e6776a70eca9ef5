//! The plain form: unfolds both trees anew for every comparison. Slow, short, and the judge of the fast form.

mod distance;
mod tree;

use super::neighbours::Neighbours;
use super::order::shuffled;
use super::{Likeness, Mapping, Method, Pair};
use super::{lmap, mmap, senet};
use crate::Graph;
use distance::likeness;
use tree::{Painted, Tree};

/// What the mappers need to know of two games.
pub trait Compare {
    /// How many symbols the games have.
    fn symbols(&self) -> [usize; 2];
    /// Compares a symbol of the first game with one of the second.
    fn compare(&mut self, one: usize, other: usize) -> Likeness;
    /// Compares a symbol of the first game with itself.
    fn alone(&mut self, one: usize) -> Likeness;
    /// Gives two symbols a colour of their own.
    fn assign(&mut self, one: usize, other: usize);
}

/// Maps by the plain form; our own method has only one.
pub fn map(first: &Graph, second: &Graph, method: Method, seed: u64) -> Mapping {
    let graphs = [Neighbours::new(first), Neighbours::new(second)];
    let parameters = method.parameters();
    let mut compare = Plain {
        games: graphs
            .each_ref()
            .map(|graph| Painted::new(graph, parameters.max_depth)),
        assigned: 0,
    };
    let order = shuffled(graphs[0].symbols.len(), seed);
    let found = match method {
        Method::Mmap => mmap::map(&mut compare, &parameters, &order),
        Method::Lmap | Method::Myopic => lmap::map(&mut compare, &parameters, &order),
        Method::Senet => return senet::map(first, second, seed),
    };
    let pair = |(one, other, likeness): (usize, usize, Likeness)| Pair {
        from: graphs[0].symbols[one],
        to: graphs[1].symbols[other],
        distance: likeness.share(),
    };
    Mapping::of(found.into_iter().map(pair).collect(), compare.symbols())
}

struct Plain<'a> {
    games: [Painted<'a>; 2],
    assigned: u32,
}

impl Plain<'_> {
    fn tree(&self, game: usize, symbol: usize) -> Tree {
        let game = &self.games[game];
        game.unfold(game.graph.symbols[symbol])
    }
}

impl Compare for Plain<'_> {
    fn symbols(&self) -> [usize; 2] {
        self.games.each_ref().map(|game| game.graph.symbols.len())
    }

    fn compare(&mut self, one: usize, other: usize) -> Likeness {
        likeness(&self.tree(0, one), &self.tree(1, other))
    }

    fn alone(&mut self, one: usize) -> Likeness {
        likeness(&self.tree(0, one), &self.tree(0, one))
    }

    fn assign(&mut self, one: usize, other: usize) {
        self.assigned += 1;
        for (game, symbol) in self.games.iter_mut().zip([one, other]) {
            game.paint(symbol, self.assigned);
        }
    }
}
