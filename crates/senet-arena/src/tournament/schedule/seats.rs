//! Seatings of a group of players in which nobody has a better seat than the others.

use fastrand::Rng;

/// Seatings that belong together: whatever is unfair in one is made up for by the others.
pub type Table = Vec<Vec<usize>>;

/// Everybody by himself.
pub fn alone(players: &[usize]) -> Table {
    players.iter().map(|&player| vec![player]).collect()
}

/// As many seatings as seats: everybody has every seat once. Who sits beside whom is drawn anew each time.
pub fn rotations(mut group: Vec<usize>, rng: &mut Rng) -> Table {
    rng.shuffle(&mut group);
    let rotated = |by: usize| {
        let mut seats = group.clone();
        seats.rotate_right(by);
        seats
    };
    (0..group.len()).map(rotated).collect()
}

/// For fewer players than seats: each has several, as equally many as can be. There are as many seatings as players, and over all of them
/// everybody has every seat once.
pub fn repeated(players: &[usize], seats: usize, rng: &mut Rng) -> Table {
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

/// For fewer players than seats: one player fills up, the others have each seat once.
pub fn filled(players: &[usize], filler: usize, seats: usize, rng: &mut Rng) -> Table {
    let others = players.iter().copied().filter(|&player| player != filler);
    let fill = std::iter::repeat(filler);
    rotations(others.chain(fill).take(seats).collect(), rng)
}
