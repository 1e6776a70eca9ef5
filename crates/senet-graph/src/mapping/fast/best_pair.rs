//! Finds the best pair with as few comparisons as possible.

use crate::mapping::score::Score;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The row and column of a pair. The first position wins a tie.
pub type Position = (u32, u32);

/// A candidate for the best pair, ordered by its lower bound. At equal scores, candidates without an exact score come
/// first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// The exact score or a lower bound, including the penalty if the pair is known to be tied.
    pub score: Score,
    /// True if the score is exact.
    pub exact: bool,
    /// The position of the pair.
    pub position: Position,
    /// True if the pair is known to be tied.
    pub tied: bool,
}

/// The scores of the pairs to choose from.
pub trait PairScores {
    /// The exact score of a pair without the penalty.
    fn exact(&mut self, position: Position) -> Score;
    /// Tests whether another pair of its row or column has the same score.
    fn is_tied(&mut self, position: Position, score: Score) -> bool;
}

/// The candidates. The queue keeps its memory between searches.
#[derive(Default)]
pub struct BestPairQueue {
    candidates: Vec<Reverse<Candidate>>,
    /// An upper bound on the best score, including the penalty.
    limit: Score,
}

impl BestPairQueue {
    /// Removes all candidates.
    pub fn clear(&mut self) {
        self.candidates.clear();
        self.limit = Score::MAX;
    }

    /// Adds a candidate unless another is certainly better.
    #[inline]
    pub fn add(&mut self, mut candidate: Candidate, penalty: Score) {
        if candidate.tied {
            candidate.score += penalty;
        }
        if candidate.score > self.limit {
            return;
        }
        if candidate.exact {
            let most = candidate.score + if candidate.tied { 0 } else { penalty };
            self.limit = self.limit.min(most);
        }
        self.candidates.push(Reverse(candidate));
    }

    /// Returns the pair with the least score, the first among equals. A pair tied within its row or column costs a
    /// penalty. Returns `None` without candidates.
    pub fn best(&mut self, scores: &mut impl PairScores, penalty: Score) -> Option<Position> {
        let limit = self.limit;
        self.candidates
            .retain(|Reverse(candidate)| candidate.score <= limit);
        let mut heap = BinaryHeap::from(std::mem::take(&mut self.candidates));
        let mut best = None;
        while let Some(mut top) = heap.peek_mut() {
            let candidate = &mut top.0;
            let Candidate {
                position, score, ..
            } = *candidate;
            let added = if candidate.tied { penalty } else { 0 };
            if !candidate.exact {
                candidate.score = scores.exact(position) + added;
                candidate.exact = true;
            } else if !candidate.tied && scores.is_tied(position, score) {
                candidate.score += penalty;
                candidate.tied = true;
            } else {
                best = Some(position);
                break;
            }
        }
        self.candidates = heap.into_vec();
        best
    }
}
