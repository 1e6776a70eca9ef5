//! The line mapper: one symbol against all, and its best partner against all.

use super::Plain;
use crate::mapping::score::{Score, Scorer};
use crate::mapping::{Found, Likeness, Parameters};

/// Chooses pairs until a game has no symbol left: the symbol of the first game with the most to go by, its best partner, and the best partner of
/// that. If the two are too far apart, the symbol stays without a partner.
pub fn map(plain: &mut Plain, parameters: &Parameters, order: &[usize]) -> Found {
    let mut left = order.to_vec();
    let mut others: Vec<usize> = (0..plain.symbols()[1]).collect();
    let mut pairs = Vec::new();
    while !left.is_empty() && !others.is_empty() {
        let one = most_prominent(plain, parameters, &left);
        let line = others.iter().map(|&other| plain.compare(one, other));
        let (best, _) = best_of(line.collect(), parameters);
        let other = others[best];
        let line = left.iter().map(|&one| plain.compare(one, other));
        let (best, likeness) = best_of(line.collect(), parameters);
        if parameters.too_far(&likeness) {
            left.retain(|&symbol| symbol != one);
            continue;
        }
        let one = left[best];
        plain.assign(one, other);
        left.retain(|&symbol| symbol != one);
        others.retain(|&symbol| symbol != other);
        pairs.push((one, other, likeness));
    }
    pairs
}

/// The symbol with the most to go by, the first of several.
fn most_prominent(plain: &mut Plain, parameters: &Parameters, left: &[usize]) -> usize {
    let alone: Vec<Likeness> = left.iter().map(|&one| plain.alone(one)).collect();
    let scorer = Scorer::new(parameters, &most_of(&alone));
    let best = first_least(alone.iter().map(|one| scorer.prominence(one)));
    left[best]
}

/// The best of a line, the first of several; those that score the same as another get the penalty.
fn best_of(line: Vec<Likeness>, parameters: &Parameters) -> (usize, Likeness) {
    let scorer = Scorer::new(parameters, &most_of(&line));
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

fn most_of(line: &[Likeness]) -> Likeness {
    line.iter()
        .fold(Likeness::default(), |most, one| most.most(one))
}

/// The position of the least, the first of several; 0 if there is none.
fn first_least(scores: impl Iterator<Item = Score>) -> usize {
    let least = scores.enumerate().min_by_key(|&(_, score)| score);
    least.map_or(0, |(position, _)| position)
}
