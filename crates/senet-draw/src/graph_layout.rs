//! Lays out places of which only the neighbours are known.

use std::collections::VecDeque;

/// The number of iterations that move each place between its neighbours.
const ROUNDS: usize = 400;
/// Larger graphs are not laid out.
const MOST: usize = 60;

/// Lays out a graph: a shortest cycle forms the outer ring, and each other place is at the mean of its neighbours.
/// Polyhedral graphs get no crossings. Returns `None` if the graph is too large, has no cycle, or is not connected.
pub fn layout(neighbours: &[Vec<usize>]) -> Option<Vec<(f64, f64)>> {
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
            spots[place] = mean_of_neighbours(&neighbours[place], &spots);
        }
    }
    let deepest = depth.iter().flatten().max().copied().unwrap_or(0).max(1) as f64;
    // The mean crowds places in the middle, so spread them over rings of equal width.
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

fn mean_of_neighbours(neighbours: &[usize], spots: &[(f64, f64)]) -> (f64, f64) {
    let count = neighbours.len().max(1) as f64;
    let x: f64 = neighbours.iter().map(|&n| spots[n].0).sum();
    let y: f64 = neighbours.iter().map(|&n| spots[n].1).sum();
    (x / count, y / count)
}

/// Returns a shortest cycle.
fn ring(neighbours: &[Vec<usize>]) -> Option<Vec<usize>> {
    let rings = (0..neighbours.len()).flat_map(|a| {
        let later = neighbours[a].iter().filter(move |&&b| b > a);
        later.filter_map(move |&b| way_around(neighbours, a, b))
    });
    rings.filter(|ring| ring.len() > 2).min_by_key(Vec::len)
}

/// Returns the shortest path between two neighbours that does not use their edge.
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

/// Returns the distance of each place from the ring.
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
