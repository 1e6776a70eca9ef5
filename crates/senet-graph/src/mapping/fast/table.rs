//! All pairs of symbols: what is known of each.

use super::compare::{Comparer, whole};
use super::painted::Painted;
use super::unfolded::{Surroundings, Unfolded};
use crate::mapping::{Likeness, ONE};

/// The symbols of both games and their comparisons.
pub struct Table<'a> {
    games: [Painted<'a>; 2],
    surroundings: [&'a [Surroundings]; 2],
    /// How often each symbol changed.
    versions: [Vec<u32>; 2],
    comparer: Comparer,
    pairs: u64,
    /// The symbols of each game whose trees changed at the last assignment.
    pub changed: [Vec<u32>; 2],
    known: Vec<Known>,
}

/// A comparison and the versions of the two symbols that it was made of.
#[derive(Clone, Copy)]
struct Known {
    likeness: Likeness,
    versions: [u32; 2],
}

/// What a pair may come to at best and at worst.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// The least distance, and the most matched and assigned.
    pub best: Likeness,
    /// The largest distance.
    pub farthest: u64,
}

impl<'a> Table<'a> {
    /// Nothing mapped yet.
    pub fn new(first: &'a Unfolded, second: &'a Unfolded) -> Table<'a> {
        let games = [first, second];
        let nothing = Known {
            likeness: Likeness::NONE,
            versions: [0; 2],
        };
        Table {
            known: vec![nothing; first.symbols.len() * second.symbols.len()],
            games: games.map(Painted::new),
            surroundings: games.map(|game| &game.surroundings[..]),
            versions: games.map(|game| vec![1; game.symbols.len()]),
            comparer: Comparer::default(),
            pairs: 0,
            changed: [Vec::new(), Vec::new()],
        }
    }

    /// How many symbols the games have.
    pub fn symbols(&self) -> [usize; 2] {
        self.versions.each_ref().map(Vec::len)
    }

    /// The comparison of two symbols, if it was made before.
    pub fn known(&self, one: usize, other: usize) -> Option<Likeness> {
        let known = &self.known[one * self.versions[1].len() + other];
        let versions = [self.versions[0][one], self.versions[1][other]];
        (known.versions == versions).then_some(known.likeness)
    }

    /// Compares two symbols.
    pub fn compare(&mut self, one: usize, other: usize) -> Likeness {
        if let Some(likeness) = self.known(one, other) {
            return likeness;
        }
        let roots = (
            self.games[0].shapes.roots[one],
            self.games[1].shapes.roots[other],
        );
        let likeness = self.comparer.likeness(&self.games, roots.0, roots.1);
        self.known[one * self.versions[1].len() + other] = Known {
            likeness,
            versions: [self.versions[0][one], self.versions[1][other]],
        };
        likeness
    }

    /// A number that symbols share if they look the same.
    pub fn print(&self, game: usize, symbol: usize) -> u64 {
        let game = &self.games[game];
        game.prints[game.shapes.roots[symbol] as usize]
    }

    /// Compares a symbol of the first game with itself.
    pub fn alone(&self, one: usize) -> Likeness {
        let game = &self.games[0];
        whole(game, game.shapes.roots[one])
    }

    /// What two symbols may come to.
    pub fn bounds(&self, one: usize, other: usize) -> Bounds {
        let (a, b) = (&self.surroundings[0][one], &self.surroundings[1][other]);
        let (single, longer) = a.unmatched(b);
        let (pairs, single) = (longer - single, single * ONE);
        let around = a.widest + b.widest;
        let roots = [
            self.games[0].shapes.roots[one] as usize,
            self.games[1].shapes.roots[other] as usize,
        ];
        let least = |of: fn(&Painted, usize) -> u32| {
            u64::from(of(&self.games[0], roots[0]).min(of(&self.games[1], roots[1])))
        };
        Bounds {
            best: Likeness {
                distance: single / (longer + 1),
                matched: least(|game, root| game.shapes.sizes[root]),
                assigned: least(|game, root| game.assigned[root]),
            },
            farthest: (single + pairs * (around * ONE / (around + 1))) / (longer + 1),
        }
    }

    /// Gives two symbols a colour of their own.
    pub fn assign(&mut self, one: usize, other: usize) {
        self.pairs += 1;
        for (game, symbol) in [one, other].into_iter().enumerate() {
            self.changed[game].clear();
            self.games[game].assign(symbol, self.pairs, &mut self.changed[game]);
            for &changed in &self.changed[game] {
                self.versions[game][changed as usize] += 1;
            }
        }
    }
}
