//! A balanced selection of groups: all players meet about equally often.
//!
//! The players stand in a circle, and the seats of the first match are placed around it. Every other match is the same, rotated by one place. Each
//! player then has each seat exactly once a round, and meetings depend only on the distances between seats. Each round uses the distances that were
//! used least.

use super::seats::SeatRotation;
use fastrand::Rng;

/// The state that is kept between rounds.
pub struct Balanced {
    players: usize,
    seats: usize,
    /// How often players at each distance have met.
    met: Vec<u64>,
}

impl Balanced {
    /// The state for a number of players and seats.
    pub fn new(players: usize, seats: usize) -> Balanced {
        Balanced {
            players,
            seats,
            met: vec![0; players],
        }
    }

    /// The matches of the next round, one for each player.
    pub fn round(&mut self, rng: &mut Rng) -> SeatRotation {
        let tries = 4 * self.players + 50;
        let mut best = self.try_places(rng);
        for _ in 1..tries {
            let other = self.try_places(rng);
            if self.unevenness(&other) < self.unevenness(&best) {
                best = other;
            }
        }
        for distance in self.distances(&best) {
            self.met[distance] += 1;
        }
        let turned = |by: usize| {
            best.iter()
                .map(|place| (place + by) % self.players)
                .collect()
        };
        (0..self.players).map(turned).collect()
    }

    /// Random different places for all seats.
    fn try_places(&self, rng: &mut Rng) -> Vec<usize> {
        rng.choose_multiple(0..self.players, self.seats)
    }

    /// The distances between any two places, in both directions.
    fn distances(&self, places: &[usize]) -> Vec<usize> {
        let mut distances = Vec::new();
        for (index, a) in places.iter().enumerate() {
            for b in &places[..index] {
                let distance = (a + self.players - b) % self.players;
                distances.extend([distance, self.players - distance]);
            }
        }
        distances
    }

    /// The sum of squares of the meetings at each distance.
    fn unevenness(&self, places: &[usize]) -> u64 {
        let mut met = self.met.clone();
        for distance in self.distances(places) {
            met[distance] += 1;
        }
        met.iter().map(|times| times * times).sum()
    }
}
