//! Lays out a graph so that distances in the picture resemble the numbers of steps between places.
//!
//! Grids of squares, hexagons and triangles come out straight, whatever their outline.

use std::collections::VecDeque;

/// A point of the layout.
type Point = (f64, f64);

/// Larger graphs are not laid out.
const MOST: usize = 150;
/// The number of rounds that reduce the stress.
const ROUNDS: usize = 60;

/// Lays out a connected graph. The mean length of its edges is 1.
pub fn layout(neighbours: &[Vec<usize>]) -> Option<Vec<Point>> {
    if neighbours.len() > MOST || neighbours.len() < 3 {
        return None;
    }
    let distances = (0..neighbours.len()).map(|from| distances(neighbours, from));
    let distances: Vec<Vec<f64>> = distances.collect::<Option<_>>()?;
    let mut spots = first_layout(&distances);
    for _ in 0..ROUNDS {
        spots = improved(&distances, &spots);
    }
    straighten(neighbours, &mut spots);
    Some(spots)
}

/// Returns the number of steps to each place; `None` if one cannot be reached.
fn distances(neighbours: &[Vec<usize>], from: usize) -> Option<Vec<f64>> {
    let mut found: Vec<Option<f64>> = vec![None; neighbours.len()];
    found[from] = Some(0.0);
    let mut queue = VecDeque::from([(from, 0.0)]);
    while let Some((at, steps)) = queue.pop_front() {
        for &next in &neighbours[at] {
            if found[next].is_none() {
                found[next] = Some(steps + 1.0);
                queue.push_back((next, steps + 1.0));
            }
        }
    }
    found.into_iter().collect()
}

/// Classical multidimensional scaling: the two main axes of the squared distances around their centre.
fn first_layout(distances: &[Vec<f64>]) -> Vec<Point> {
    let count = distances.len();
    let square = |i: usize, j: usize| distances[i][j] * distances[i][j];
    let mean = |i: usize| (0..count).map(|j| square(i, j)).sum::<f64>() / count as f64;
    let means: Vec<f64> = (0..count).map(mean).collect();
    let all = means.iter().sum::<f64>() / count as f64;
    let centred = |i: usize, j: usize| (means[i] + means[j] - square(i, j) - all) / 2.0;
    let matrix: Vec<Vec<f64>> = (0..count)
        .map(|i| (0..count).map(|j| centred(i, j)).collect())
        .collect();
    let first = main_axis(&matrix, None);
    let second = main_axis(&matrix, Some(&first));
    first.into_iter().zip(second).collect()
}

/// Finds an eigenvector by repeated multiplication, orthogonal to another one, scaled by the root of its eigenvalue.
fn main_axis(matrix: &[Vec<f64>], other: Option<&Vec<f64>>) -> Vec<f64> {
    let count = matrix.len();
    let mut axis: Vec<f64> = (0..count)
        .map(|i| ((i * 7 + 3) % 11) as f64 - 5.2)
        .collect();
    let mut value = 1.0;
    for _ in 0..120 {
        if let Some(other) = other {
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            let share = dot(&axis, other) / dot(other, other).max(1e-9);
            axis.iter_mut()
                .zip(other)
                .for_each(|(a, o)| *a -= share * o);
        }
        let row = |row: &Vec<f64>| row.iter().zip(&axis).map(|(m, a)| m * a).sum::<f64>();
        let next: Vec<f64> = matrix.iter().map(row).collect();
        value = next.iter().map(|n| n * n).sum::<f64>().sqrt().max(1e-9);
        axis = next.into_iter().map(|n| n / value).collect();
    }
    axis.into_iter().map(|a| a * value.sqrt()).collect()
}

/// One round of stress majorization: each place moves to where the others want it, near ones with more weight.
fn improved(distances: &[Vec<f64>], spots: &[Point]) -> Vec<Point> {
    let moved = |i: usize| {
        let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
        for j in (0..spots.len()).filter(|&j| j != i) {
            let wanted = distances[i][j];
            let (dx, dy) = (spots[i].0 - spots[j].0, spots[i].1 - spots[j].1);
            let (weight, scale) = (1.0 / (wanted * wanted), wanted / dx.hypot(dy).max(1e-6));
            x += weight * (spots[j].0 + dx * scale);
            y += weight * (spots[j].1 + dy * scale);
            weights += weight;
        }
        (x / weights, y / weights)
    };
    (0..spots.len()).map(moved).collect()
}

/// Turns the layout so that most edges are level or upright, and makes their mean length 1.
fn straighten(neighbours: &[Vec<usize>], spots: &mut [Point]) {
    let edges: Vec<Point> = neighbours
        .iter()
        .enumerate()
        .flat_map(|(from, near)| near.iter().map(move |&to| (from, to)))
        .map(|(a, b)| (spots[b].0 - spots[a].0, spots[b].1 - spots[a].1))
        .collect();
    let level = |turn: f64| -> f64 {
        let score = |&(x, y): &Point| {
            let (across, up) = (
                x * turn.cos() - y * turn.sin(),
                x * turn.sin() + y * turn.cos(),
            );
            let angle = up.atan2(across);
            (angle * 2.0).cos().abs().powi(16) + 0.2 * angle.cos().abs().powi(16)
        };
        edges.iter().map(score).sum()
    };
    let turns = (0..180).map(|degree| f64::from(degree).to_radians());
    let best = turns
        .max_by(|a, b| level(*a).total_cmp(&level(*b)))
        .unwrap_or(0.0);
    let length = edges.iter().map(|(x, y)| x.hypot(*y)).sum::<f64>() / edges.len().max(1) as f64;
    for spot in spots {
        let (x, y) = (spot.0 / length, spot.1 / length);
        *spot = (
            x * best.cos() - y * best.sin(),
            x * best.sin() + y * best.cos(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lays_out_a_grid_of_squares_without_crowding() {
        let near = |at: usize| {
            let (x, y) = (at % 4, at / 4);
            let all = (0..16usize).filter(move |other| {
                let (a, b) = (other % 4, other / 4);
                a.abs_diff(x) + b.abs_diff(y) == 1
            });
            all.collect::<Vec<usize>>()
        };
        let neighbours: Vec<Vec<usize>> = (0..16).map(near).collect();
        let spots = layout(&neighbours).expect("a connected graph");
        for (i, a) in spots.iter().enumerate() {
            for b in &spots[..i] {
                assert!((a.0 - b.0).hypot(a.1 - b.1) > 0.6, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn refuses_graphs_in_parts() {
        assert_eq!(layout(&[vec![1], vec![0], vec![3], vec![2]]), None);
    }
}
