//! The line mapper: compares one symbol with all others, then its best partner with all others.

use super::ReferenceComparer;
use crate::mapping::score::{Score, Scorer};
use crate::mapping::{AssignedPairs, Parameters, SymbolComparison};

/// Assigns pairs until one game has no symbol left. Each step takes the most prominent symbol of the first game, its
/// best partner, and the best partner of that partner. If the last two differ too much, the symbol stays unassigned.
pub fn map(
    comparer: &mut ReferenceComparer,
    parameters: &Parameters,
    order: &[usize],
) -> AssignedPairs {
    let mut left = order.to_vec();
    let mut others: Vec<usize> = (0..comparer.symbols()[1]).collect();
    let mut pairs = Vec::new();
    while !left.is_empty() && !others.is_empty() {
        let one = most_prominent(comparer, parameters, &left);
        let line = others.iter().map(|&other| comparer.compare(one, other));
        let (best, _) = best_of(line.collect(), parameters);
        let other = others[best];
        let line = left.iter().map(|&one| comparer.compare(one, other));
        let (best, comparison) = best_of(line.collect(), parameters);
        if parameters.too_far(&comparison) {
            left.retain(|&symbol| symbol != one);
            continue;
        }
        let one = left[best];
        comparer.assign(one, other);
        left.retain(|&symbol| symbol != one);
        others.retain(|&symbol| symbol != other);
        pairs.push((one, other, comparison));
    }
    pairs
}

/// The most prominent symbol, the first among equals.
fn most_prominent(
    comparer: &mut ReferenceComparer,
    parameters: &Parameters,
    left: &[usize],
) -> usize {
    let self_comparison: Vec<SymbolComparison> = left
        .iter()
        .map(|&one| comparer.self_comparison(one))
        .collect();
    let scorer = Scorer::new(parameters, &maxima(&self_comparison));
    let best = first_least(self_comparison.iter().map(|one| scorer.prominence(one)));
    left[best]
}

/// The best pair of a line, the first among equals. Pairs with equal scores get the penalty.
fn best_of(line: Vec<SymbolComparison>, parameters: &Parameters) -> (usize, SymbolComparison) {
    let scorer = Scorer::new(parameters, &maxima(&line));
    let scores: Vec<Score> = line.iter().map(|pair| scorer.score(pair)).collect();
    let mut sorted = scores.clone();
    sorted.sort_unstable();
    let penalty = |score: Score| {
        let first = sorted.partition_point(|&other| other < score);
        let tied = sorted.get(first + 1) == Some(&score);
        score + if tied { scorer.penalty } else { 0 }
    };
    let best = first_least(scores.iter().map(|&score| penalty(score)));
    (best, line[best])
}

fn maxima(line: &[SymbolComparison]) -> SymbolComparison {
    line.iter()
        .fold(SymbolComparison::default(), |most, one| most.max(one))
}

/// The position of the first minimum, or 0 if there are no scores.
fn first_least(scores: impl Iterator<Item = Score>) -> usize {
    let least = scores.enumerate().min_by_key(|&(_, score)| score);
    least.map_or(0, |(position, _)| position)
}
