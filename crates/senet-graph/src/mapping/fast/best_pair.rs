//! The best of many pairs, comparing no more of them than needed.

use crate::mapping::score::Score;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Where a pair stands in the order that decides between equals: its row and its column.
pub type Position = (u32, u32);

/// A pair that may be the best, by what it scores at least. Those that are not yet compared come before those of the same score that are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// The score if it was compared, else a lower bound; with the penalty if it is known to be tied.
    pub score: Score,
    /// Whether the pair was compared.
    pub exact: bool,
    /// The pair.
    pub position: Position,
    /// Whether it is known to be tied.
    pub tied: bool,
}

/// Pairs among which to choose.
pub trait PairScores {
    /// The score of a pair without a penalty.
    fn exact(&mut self, position: Position) -> Score;
    /// Whether a pair of its row or column has this score, too.
    fn is_tied(&mut self, position: Position, score: Score) -> bool;
}

/// The candidates; the room they take is used again and again.
#[derive(Default)]
pub struct BestPairQueue {
    candidates: Vec<Reverse<Candidate>>,
    /// A score that some pair does not exceed, penalty included.
    limit: Score,
}

impl BestPairQueue {
    /// Forgets all candidates.
    pub fn clear(&mut self) {
        self.candidates.clear();
        self.limit = Score::MAX;
    }

    /// Adds a candidate, unless another is surely better.
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

    /// The pair of the least score, the first of several, where ties in a row or column cost a penalty. `None` if there are no candidates.
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
