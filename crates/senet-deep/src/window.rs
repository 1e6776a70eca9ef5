//! The window of newest matches, from which training draws positions.

use crate::SelfPlayMatch;
use fastrand::Rng;
use std::collections::VecDeque;
use std::sync::Arc;

/// The newest matches of a run. A clone shares them.
#[derive(Clone, PartialEq, Debug)]
pub struct Window {
    matches: VecDeque<Arc<SelfPlayMatch>>,
    positions: usize,
    bytes: usize,
    most_positions: usize,
    most_bytes: usize,
}

impl Window {
    /// A window for at most this many positions and bytes.
    pub fn new(most_positions: usize, most_bytes: usize) -> Window {
        Window {
            matches: VecDeque::new(),
            positions: 0,
            bytes: 0,
            most_positions,
            most_bytes,
        }
    }

    /// Adds a match, and drops the oldest ones if the window is full.
    pub fn push(&mut self, played: SelfPlayMatch) {
        self.positions += played.positions.len();
        self.bytes += played.bytes();
        self.matches.push_back(Arc::new(played));
        while self.matches.len() > 1
            && (self.positions > self.most_positions || self.bytes > self.most_bytes)
        {
            if let Some(oldest) = self.matches.pop_front() {
                self.positions -= oldest.positions.len();
                self.bytes -= oldest.bytes();
            }
        }
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// The matches, oldest first.
    pub fn matches(&self) -> impl Iterator<Item = &SelfPlayMatch> {
        self.matches.iter().map(|played| &**played)
    }

    /// The number of the oldest match.
    pub fn oldest(&self) -> Option<u64> {
        self.matches.front().map(|played| played.number)
    }

    /// Draws positions, each as a match and the index of a position in it. All positions are equally likely.
    pub fn draw(&self, count: usize, rng: &mut Rng) -> Vec<(&SelfPlayMatch, usize)> {
        if self.positions == 0 {
            return Vec::new();
        }
        let mut ends = Vec::with_capacity(self.matches.len());
        let mut end = 0;
        for played in &self.matches {
            end += played.positions.len();
            ends.push(end);
        }
        let one = |_| {
            let drawn = rng.usize(0..self.positions);
            let at = ends.partition_point(|&end| end <= drawn);
            let played = &*self.matches[at];
            (played, drawn + played.positions.len() - ends[at])
        };
        (0..count).map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TrainingPosition;

    fn played(number: u64, positions: usize) -> SelfPlayMatch {
        let position = TrainingPosition {
            state: vec![number],
            policy: vec![vec![]],
            searched: vec![0.5],
        };
        SelfPlayMatch {
            number,
            positions: vec![position; positions],
            goals: vec![1.0],
        }
    }

    #[test]
    fn full_window_drops_the_oldest_matches() {
        let mut window = Window::new(10, usize::MAX);
        for number in 0..6 {
            window.push(played(number, 3));
        }
        assert_eq!((window.positions(), window.oldest()), (9, Some(3)));
    }

    #[test]
    fn draws_every_position() {
        let mut window = Window::new(100, usize::MAX);
        window.push(played(0, 2));
        window.push(played(1, 0));
        window.push(played(2, 1));
        let drawn = window.draw(100, &mut Rng::with_seed(1));
        let places: std::collections::BTreeSet<_> = drawn
            .iter()
            .map(|(played, at)| (played.number, *at))
            .collect();
        assert_eq!(
            places.into_iter().collect::<Vec<_>>(),
            [(0, 0), (0, 1), (2, 0)]
        );
    }
}
