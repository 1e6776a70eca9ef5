//! The matrix mapper: assigns the best of all pairs.

use super::ReferenceComparer;
use crate::mapping::score::{Score, Scorer};
use crate::mapping::{AssignedPairs, Parameters, SymbolComparison};
use rustc_hash::FxHashMap;

/// Assigns the best pair until one game has no symbol left. On equal scores the first symbol of the first game wins,
/// then the first of the second.
///
/// The published text leaves two rules open. We chose them by trying several against the published tables (see
/// `docs/mapping.md`). First, scores are normalised by the maxima over all pairs so far, including assigned ones.
/// Second, no distance is too large for an assignment.
pub fn map(
    comparer: &mut ReferenceComparer,
    parameters: &Parameters,
    order: &[usize],
) -> AssignedPairs {
    let mut left = order.to_vec();
    let mut others: Vec<usize> = (0..comparer.symbols()[1]).collect();
    let mut pairs = Vec::new();
    let mut most = SymbolComparison::default();
    while !left.is_empty() && !others.is_empty() {
        let all = left
            .iter()
            .flat_map(|&one| others.iter().map(move |&other| (one, other)));
        let matrix: Vec<(usize, usize, SymbolComparison)> = all
            .map(|(one, other)| (one, other, comparer.compare(one, other)))
            .collect();
        most.assigned = 0;
        most = matrix
            .iter()
            .fold(most, |most, (_, _, pair)| most.max(pair));
        let (one, other, comparison) = matrix[best_of(&matrix, &most, parameters)];
        comparer.assign(one, other);
        left.retain(|&symbol| symbol != one);
        others.retain(|&symbol| symbol != other);
        pairs.push((one, other, comparison));
    }
    pairs
}

fn best_of(
    matrix: &[(usize, usize, SymbolComparison)],
    most: &SymbolComparison,
    parameters: &Parameters,
) -> usize {
    let (mut rows, mut columns) = (Count::default(), Count::default());
    let scorer = Scorer::new(parameters, most);
    let mut scores = Vec::new();
    for &(one, other, comparison) in matrix {
        let score = scorer.score(&comparison);
        *rows.entry((one, score)).or_default() += 1;
        *columns.entry((other, score)).or_default() += 1;
        scores.push(score);
    }
    let penalised = matrix
        .iter()
        .zip(scores)
        .map(|(&(one, other, _), score)| {
            let tied = rows[&(one, score)] > 1 || columns[&(other, score)] > 1;
            score + if tied { scorer.penalty } else { 0 }
        })
        .enumerate();
    penalised
        .min_by_key(|&(_, score)| score)
        .map_or(0, |(position, _)| position)
}

/// The number of pairs of each score in each row or column.
type Count = FxHashMap<(usize, Score), u32>;
