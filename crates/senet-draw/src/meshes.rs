//! Where to draw places of which only the neighbours are known.

use std::collections::VecDeque;

/// Rounds of moving each place between its neighbours.
const ROUNDS: usize = 400;
/// More places are not laid out.
const MOST: usize = 60;

/// Spots for places, given which are neighbours: a shortest ring of places outside, and every other place amid its neighbours. That draws
/// graphs of solids without crossings. Nothing if there are too many places, or no ring through which all hang together.
pub fn spots(neighbours: &[Vec<usize>]) -> Option<Vec<(f64, f64)>> {
    let ring = ring(neighbours)?;
    if neighbours.len() > MOST || distances(neighbours, &ring).contains(&None) {
        return None;
    }
    let depth = distances(neighbours, &ring);
    let mut spots = vec![(0.0, 0.0); neighbours.len()];
    for (at, &place) in ring.iter().enumerate() {
        let turn = std::f64::consts::TAU * at as f64 / ring.len() as f64;
        spots[place] = (turn.sin(), turn.cos());
    }
    for _ in 0..ROUNDS {
        for place in (0..spots.len()).filter(|place| !ring.contains(place)) {
            spots[place] = amid(&neighbours[place], &spots);
        }
    }
    let deepest = depth.iter().flatten().max().copied().unwrap_or(0).max(1) as f64;
    // What lies amid its neighbours is crowded in the middle; rings of equal width leave room for it.
    for (spot, depth) in spots.iter_mut().zip(&depth) {
        let radius = spot.0.hypot(spot.1);
        let wanted = 1.0 - depth.unwrap_or(0) as f64 / (deepest + 0.6);
        if radius > 1e-6 {
            *spot = (spot.0 / radius * wanted, spot.1 / radius * wanted);
        }
    }
    let scale = 1.1 * (neighbours.len() as f64).sqrt();
    Some(spots.iter().map(|(x, y)| (x * scale, y * scale)).collect())
}

fn amid(neighbours: &[usize], spots: &[(f64, f64)]) -> (f64, f64) {
    let count = neighbours.len().max(1) as f64;
    let x: f64 = neighbours.iter().map(|&n| spots[n].0).sum();
    let y: f64 = neighbours.iter().map(|&n| spots[n].1).sum();
    (x / count, y / count)
}

/// A shortest ring.
fn ring(neighbours: &[Vec<usize>]) -> Option<Vec<usize>> {
    let rings = (0..neighbours.len()).flat_map(|a| {
        let later = neighbours[a].iter().filter(move |&&b| b > a);
        later.filter_map(move |&b| way_around(neighbours, a, b))
    });
    rings.filter(|ring| ring.len() > 2).min_by_key(Vec::len)
}

/// The shortest way from one place to its neighbour that is not the step itself.
fn way_around(neighbours: &[Vec<usize>], from: usize, to: usize) -> Option<Vec<usize>> {
    let mut before: Vec<Option<usize>> = vec![None; neighbours.len()];
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for &next in &neighbours[at] {
            let is_step = at == from && next == to;
            if !is_step && next != from && before[next].is_none() {
                before[next] = Some(at);
                queue.push_back(next);
            }
        }
    }
    let mut way = vec![to];
    while let Some(at) = before[*way.last()?] {
        way.push(at);
        if at == from {
            return Some(way);
        }
    }
    None
}

/// How far each place is from the ring.
fn distances(neighbours: &[Vec<usize>], ring: &[usize]) -> Vec<Option<usize>> {
    let mut found = vec![None; neighbours.len()];
    let mut queue: VecDeque<usize> = ring.iter().copied().collect();
    for &place in ring {
        found[place] = Some(0);
    }
    while let Some(at) = queue.pop_front() {
        for &next in &neighbours[at] {
            if found[next].is_none() {
                found[next] = found[at].map(|depth| depth + 1);
                queue.push_back(next);
            }
        }
    }
    found
}
