//! A selection of groups in which everybody meets everybody about equally often.
//!
//! The players stand in a circle, and the seats of the first match are laid around it; every other match is the same turned by one place. So
//! everybody has every seat exactly once a round, and who meets whom depends on nothing but the distances between the seats: those that
//! were least used before are chosen for the next round.

use super::seats::Table;
use fastrand::Rng;

/// What is remembered from round to round.
pub struct Balanced {
    players: usize,
    seats: usize,
    /// How often players at each distance have met.
    met: Vec<u64>,
}

impl Balanced {
    /// For so many players and seats.
    pub fn new(players: usize, seats: usize) -> Balanced {
        Balanced {
            players,
            seats,
            met: vec![0; players],
        }
    }

    /// The matches of the next round, as many as there are players.
    pub fn round(&mut self, rng: &mut Rng) -> Table {
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

    /// Different places for all seats.
    fn try_places(&self, rng: &mut Rng) -> Vec<usize> {
        rng.choose_multiple(0..self.players, self.seats)
    }

    /// The distances between any two places, both ways around.
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

    /// The sum of squares of how often players at each distance would have met.
    fn unevenness(&self, places: &[usize]) -> u64 {
        let mut met = self.met.clone();
        for distance in self.distances(places) {
            met[distance] += 1;
        }
        met.iter().map(|times| times * times).sum()
    }
}
