//! The comparisons of all pairs of symbols.

use super::coloured_trees::ColouredTrees;
use super::compare::{Comparer, self_comparison};
use super::unfolded_game::{Surroundings, UnfoldedGame};
use crate::mapping::{ONE, SymbolComparison};
use senet_gdl::Deadline;

/// The symbols of both games and their comparisons so far.
pub struct PairComparisons<'a> {
    games: [ColouredTrees<'a>; 2],
    surroundings: [&'a [Surroundings]; 2],
    /// The number of changes of each symbol's tree.
    versions: [Vec<u32>; 2],
    comparer: Comparer,
    pairs: u64,
    /// The symbols of each game whose trees changed at the last assignment.
    pub changed: [Vec<u32>; 2],
    known: Vec<Known>,
}

/// A comparison and the versions of the two compared symbols.
#[derive(Clone, Copy)]
struct Known {
    comparison: SymbolComparison,
    versions: [u32; 2],
}

/// Bounds on the comparison of a pair.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// The least possible distance and the largest possible counts.
    pub best: SymbolComparison,
    /// The largest possible distance.
    pub farthest: u64,
}

impl<'a> PairComparisons<'a> {
    /// Starts with all symbols unassigned.
    pub fn new(
        first: &'a UnfoldedGame,
        second: &'a UnfoldedGame,
        deadline: &Deadline,
    ) -> PairComparisons<'a> {
        let games = [first, second];
        let nothing = Known {
            comparison: SymbolComparison::DIFFERENT,
            versions: [0; 2],
        };
        PairComparisons {
            known: vec![nothing; first.symbols.len() * second.symbols.len()],
            games: games.map(ColouredTrees::new),
            surroundings: games.map(|game| &game.surroundings[..]),
            versions: games.map(|game| vec![1; game.symbols.len()]),
            comparer: Comparer::new(deadline),
            pairs: 0,
            changed: [Vec::new(), Vec::new()],
        }
    }

    /// Returns whether the deadline is over. Comparisons are then no longer exact.
    pub fn is_out_of_time(&self) -> bool {
        self.comparer.is_out_of_time()
    }

    /// The deadline of all comparisons.
    pub fn deadline(&self) -> &Deadline {
        &self.comparer.deadline
    }

    /// The number of symbols of each game.
    pub fn symbols(&self) -> [usize; 2] {
        self.versions.each_ref().map(Vec::len)
    }

    /// The comparison of two symbols, if it is up to date.
    pub fn known(&self, one: usize, other: usize) -> Option<SymbolComparison> {
        let known = &self.known[one * self.versions[1].len() + other];
        let versions = [self.versions[0][one], self.versions[1][other]];
        (known.versions == versions).then_some(known.comparison)
    }

    /// Compares two symbols.
    pub fn compare(&mut self, one: usize, other: usize) -> SymbolComparison {
        if let Some(comparison) = self.known(one, other) {
            return comparison;
        }
        let roots = (
            self.games[0].trees.roots[one],
            self.games[1].trees.roots[other],
        );
        let comparison = self.comparer.compare(&self.games, roots.0, roots.1);
        self.known[one * self.versions[1].len() + other] = Known {
            comparison,
            versions: [self.versions[0][one], self.versions[1][other]],
        };
        comparison
    }

    /// The fingerprint of a symbol's tree.
    pub fn fingerprint(&self, game: usize, symbol: usize) -> u64 {
        let game = &self.games[game];
        game.fingerprints[game.trees.roots[symbol] as usize]
    }

    /// Compares a symbol of the first game with itself.
    pub fn self_comparison(&self, one: usize) -> SymbolComparison {
        let game = &self.games[0];
        self_comparison(game, game.trees.roots[one])
    }

    /// Bounds on the comparison of two symbols.
    pub fn bounds(&self, one: usize, other: usize) -> Bounds {
        let (a, b) = (&self.surroundings[0][one], &self.surroundings[1][other]);
        let (single, longer) = a.unmatched(b);
        let (pairs, single) = (longer - single, single * ONE);
        let around = a.widest + b.widest;
        let roots = [
            self.games[0].trees.roots[one] as usize,
            self.games[1].trees.roots[other] as usize,
        ];
        let least = |of: fn(&ColouredTrees, usize) -> u32| {
            u64::from(of(&self.games[0], roots[0]).min(of(&self.games[1], roots[1])))
        };
        Bounds {
            best: SymbolComparison {
                distance: single / (longer + 1),
                matched: least(|game, root| game.trees.sizes[root]),
                assigned: least(|game, root| game.assigned[root]),
            },
            farthest: (single + pairs * (around * ONE / (around + 1))) / (longer + 1),
        }
    }

    /// Assigns two symbols to each other and gives them a common colour.
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
