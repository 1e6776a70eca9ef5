//! Fair seat orders for a group of players.

use fastrand::Rng;

/// Seat orders that together are fair to all players.
pub type SeatRotation = Vec<Vec<usize>>;

/// One match for each player alone.
pub fn alone(players: &[usize]) -> SeatRotation {
    players.iter().map(|&player| vec![player]).collect()
}

/// One seat order for each seat: each player has each seat once. Neighbours are drawn at random.
pub fn rotations(mut group: Vec<usize>, rng: &mut Rng) -> SeatRotation {
    rng.shuffle(&mut group);
    let rotated = |by: usize| {
        let mut seats = group.clone();
        seats.rotate_right(by);
        seats
    };
    (0..group.len()).map(rotated).collect()
}

/// For fewer players than seats: the players share the seats as evenly as possible. There are as many seat orders as players, and over all of them
/// each player has each seat once.
pub fn repeated(players: &[usize], seats: usize, rng: &mut Rng) -> SeatRotation {
    let count = players.len();
    let mut slots: Vec<_> = (0..seats).map(|seat| seat % count).collect();
    rng.shuffle(&mut slots);
    let shifted = |by: usize| {
        slots
            .iter()
            .map(|slot| players[(slot + by) % count])
            .collect()
    };
    (0..count).map(shifted).collect()
}

/// For fewer players than seats: one player fills the spare seats, and each of the others has each seat once.
pub fn filled(players: &[usize], filler: usize, seats: usize, rng: &mut Rng) -> SeatRotation {
    let others = players.iter().copied().filter(|&player| player != filler);
    let fill = std::iter::repeat(filler);
    rotations(others.chain(fill).take(seats).collect(), rng)
}
