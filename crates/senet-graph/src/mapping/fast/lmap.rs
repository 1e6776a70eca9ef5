//! The line mapper. It gives the same result as the reference but skips unneeded comparisons.

use super::best_pair::{BestPairQueue, Candidate, PairScores, Position};
use super::pair_comparisons::PairComparisons;
use crate::mapping::score::{Score, Scorer};
use crate::mapping::{AssignedPairs, Parameters, SymbolComparison};

/// Assigns pairs until one game has no symbol left. Assigns none if the deadline is over.
pub fn map(
    comparisons: &mut PairComparisons,
    parameters: &Parameters,
    order: &[usize],
) -> AssignedPairs {
    // No distance exceeds 1.
    map_within(comparisons, parameters, order, 1.0).unwrap_or_default()
}

/// Assigns pairs until one game has no symbol left. Returns `None` as soon as the distance of the games must exceed
/// `distance`, or when the deadline of the comparisons is over.
pub fn map_within(
    comparisons: &mut PairComparisons,
    parameters: &Parameters,
    order: &[usize],
    distance: f64,
) -> Option<AssignedPairs> {
    let symbols = comparisons.symbols();
    let most = symbols[0].max(symbols[1]) as f64;
    let mut sum = 0.0;
    let mut left = order.to_vec();
    let mut others: Vec<usize> = (0..comparisons.symbols()[1]).collect();
    let mut line = Line::default();
    let mut pairs = AssignedPairs::new();
    while !left.is_empty() && !others.is_empty() {
        let partnerless = most - (pairs.len() + left.len().min(others.len())) as f64;
        if (sum + partnerless) / most > distance || comparisons.is_out_of_time() {
            return None;
        }
        let one = most_prominent(comparisons, parameters, &left);
        line.set(comparisons, others.iter().map(|&other| (one, other)));
        let other = others[line.best(comparisons, parameters)];
        if comparisons.is_out_of_time() {
            return None;
        }
        line.set(comparisons, left.iter().map(|&one| (one, other)));
        let best = line.best(comparisons, parameters);
        let comparison = comparisons.compare(left[best], other);
        if parameters.too_far(&comparison) {
            left.retain(|&symbol| symbol != one);
            continue;
        }
        let one = left[best];
        comparisons.assign(one, other);
        left.retain(|&symbol| symbol != one);
        others.retain(|&symbol| symbol != other);
        sum += comparison.normalised_distance();
        pairs.push((one, other, comparison));
    }
    Some(pairs)
}

/// The most prominent symbol. The first one wins a tie.
fn most_prominent(comparisons: &PairComparisons, parameters: &Parameters, left: &[usize]) -> usize {
    let most = left.iter().fold(SymbolComparison::default(), |most, &one| {
        most.max(&comparisons.self_comparison(one))
    });
    let scorer = Scorer::new(parameters, &most);
    let score = |&one: &usize| scorer.prominence(&comparisons.self_comparison(one));
    let best = left.iter().copied().min_by_key(|one| score(one));
    best.unwrap_or(0)
}

/// A line: the pairs of one symbol with all symbols of the other game.
#[derive(Default)]
struct Line {
    entries: Vec<Entry>,
    queue: BestPairQueue,
}

/// A pair of the line.
#[derive(Clone, Copy)]
struct Entry {
    one: usize,
    other: usize,
    /// The comparison, or its optimistic bound.
    comparison: SymbolComparison,
    /// An upper bound on the distance.
    farthest: u64,
    exact: bool,
}

impl Line {
    /// Replaces the pairs of the line.
    fn set(&mut self, comparisons: &PairComparisons, pairs: impl Iterator<Item = (usize, usize)>) {
        self.entries.clear();
        self.entries.extend(pairs.map(|(one, other)| {
            let known = comparisons.known(one, other);
            let bounds = comparisons.bounds(one, other);
            Entry {
                one,
                other,
                comparison: known.unwrap_or(bounds.best),
                farthest: bounds.farthest,
                exact: known.is_some(),
            }
        }));
    }

    /// The position of the best pair.
    fn best(&mut self, comparisons: &mut PairComparisons, parameters: &Parameters) -> usize {
        let most = maxima(&mut self.entries, comparisons);
        let scorer = Scorer::new(parameters, &most);
        self.queue.clear();
        for (position, entry) in self.entries.iter().enumerate() {
            let candidate = Candidate {
                score: scorer.score(&entry.comparison),
                exact: entry.exact,
                position: (0, position as u32),
                tied: false,
            };
            self.queue.add(candidate, scorer.penalty);
        }
        let mut scores = Scored {
            entries: &mut self.entries,
            comparisons,
            scorer,
        };
        let best = self.queue.best(&mut scores, scorer.penalty);
        best.map_or(0, |(_, position)| position as usize)
    }
}

impl Entry {
    fn compare(&mut self, comparisons: &mut PairComparisons) -> SymbolComparison {
        if !self.exact {
            self.comparison = comparisons.compare(self.one, self.other);
            self.exact = true;
        }
        self.comparison
    }

    fn may_exceed(&self, most: &SymbolComparison) -> bool {
        let best = &self.comparison;
        self.farthest > most.distance
            || best.matched > most.matched
            || best.assigned > most.assigned
    }
}

/// The component-wise maximum of all comparisons.
///
/// It first compares the pair with the largest lower bound on the distance, and all pairs with equal trees. Then it
/// compares only pairs that may exceed the maximum found so far.
fn maxima(entries: &mut [Entry], comparisons: &mut PairComparisons) -> SymbolComparison {
    let mut most = SymbolComparison::default();
    if let Some(far) = entries.iter_mut().max_by_key(|one| one.comparison.distance) {
        far.compare(comparisons);
    }
    for entry in entries.iter_mut() {
        if entry.exact
            || comparisons.fingerprint(0, entry.one) == comparisons.fingerprint(1, entry.other)
        {
            most = most.max(&entry.compare(comparisons));
        }
    }
    for entry in entries {
        if !entry.exact && entry.may_exceed(&most) {
            most = most.max(&entry.compare(comparisons));
        }
    }
    most
}

/// A line with its scorer.
struct Scored<'a, 'b> {
    entries: &'a mut [Entry],
    comparisons: &'a mut PairComparisons<'b>,
    scorer: Scorer,
}

impl PairScores for Scored<'_, '_> {
    fn exact(&mut self, (_, position): Position) -> Score {
        let comparison = self.entries[position as usize].compare(self.comparisons);
        self.scorer.score(&comparison)
    }

    fn is_tied(&mut self, (_, position): Position, score: Score) -> bool {
        (0..self.entries.len() as u32).any(|place| {
            place != position
                && self.scorer.score(&self.entries[place as usize].comparison) <= score
                && self.exact((0, place)) == score
        })
    }
}
