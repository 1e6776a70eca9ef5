//! The matrix mapper: the best of all pairs.

use super::reference::Compare;
use super::score::Score;
use super::{Likeness, Parameters};
use rustc_hash::FxHashMap;

/// Chooses the best pair until a game has no symbol left or the best pair is too far apart. Between equal pairs, the first symbol of the first game
/// decides, then the first of the second.
pub fn map(
    compare: &mut impl Compare,
    parameters: &Parameters,
    order: &[usize],
) -> Vec<(usize, usize, Likeness)> {
    let mut left = order.to_vec();
    let mut others: Vec<usize> = (0..compare.symbols()[1]).collect();
    let mut pairs = Vec::new();
    while !left.is_empty() && !others.is_empty() {
        let all = left
            .iter()
            .flat_map(|&one| others.iter().map(move |&other| (one, other)));
        let matrix: Vec<(usize, usize, Likeness)> = all
            .map(|(one, other)| (one, other, compare.compare(one, other)))
            .collect();
        let best = best_of(&matrix, parameters);
        let (one, other, likeness) = matrix[best];
        if parameters.too_far(&likeness) {
            break;
        }
        compare.assign(one, other);
        left.retain(|&symbol| symbol != one);
        others.retain(|&symbol| symbol != other);
        pairs.push((one, other, likeness));
    }
    pairs
}

fn best_of(matrix: &[(usize, usize, Likeness)], parameters: &Parameters) -> usize {
    let most = matrix
        .iter()
        .fold(Likeness::default(), |most, (_, _, pair)| most.most(pair));
    let (mut rows, mut columns) = (Count::default(), Count::default());
    let mut scores = Vec::new();
    for &(one, other, likeness) in matrix {
        let score = parameters.score(&likeness, &most);
        *rows.entry((one, score)).or_default() += 1;
        *columns.entry((other, score)).or_default() += 1;
        scores.push(score);
    }
    let penalised = matrix
        .iter()
        .zip(scores)
        .map(|(&(one, other, _), score)| {
            let tied = rows[&(one, score)] > 1 || columns[&(other, score)] > 1;
            score + if tied { parameters.penalty() } else { 0 }
        })
        .enumerate();
    penalised
        .min_by_key(|&(_, score)| score)
        .map_or(0, |(position, _)| position)
}

/// How often each score occurs in each line.
type Count = FxHashMap<(usize, Score), u32>;
