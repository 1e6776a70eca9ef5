//! Lays out boards of rings inside each other: one coordinate names the ring, the other the place on it.

use crate::look::BoardPlace;
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of neighbouring places, in both directions.
type Pairs = BTreeSet<(BoardPlace, BoardPlace)>;

/// Returns the spots of all places, if the places of each column, or of each row, form a ring. If both do, the board
/// wraps around at all sides, and people draw a square.
pub fn spots(
    places: &BTreeSet<BoardPlace>,
    pairs: &Pairs,
) -> Option<BTreeMap<BoardPlace, (f64, f64)>> {
    let turned = |&(x, y): &BoardPlace| (y, x);
    let as_columns = columns_as_rings(places, pairs);
    let other = pairs.iter().map(|(a, b)| (turned(a), turned(b))).collect();
    let as_rows = columns_as_rings(&places.iter().map(turned).collect(), &other);
    match (as_columns, as_rows) {
        (Some(_), Some(_)) => None,
        (Some(spots), None) => Some(spots),
        (None, spots) => {
            let spots = spots?.into_iter();
            Some(spots.map(|(p, spot)| (turned(&p), spot)).collect())
        }
    }
}

fn columns_as_rings(
    places: &BTreeSet<BoardPlace>,
    pairs: &Pairs,
) -> Option<BTreeMap<BoardPlace, (f64, f64)>> {
    let rings: BTreeSet<usize> = places.iter().map(|place| place.0).collect();
    let first = *rings.first()?;
    let order = ring(first, places, pairs)?;
    let same = |ring: usize| {
        let next = order.iter().zip(order.iter().cycle().skip(1));
        let mut steps = next.map(|(&a, &b)| ((ring, a), (ring, b)));
        steps.all(|pair| pairs.contains(&pair))
    };
    let all = rings.len() * order.len() == places.len();
    if !all || rings.len() < 2 || !rings.iter().all(|&ring| same(ring)) {
        return None;
    }
    // A place without a way to the next ring is a corner.
    let joined = |y: usize| {
        pairs
            .iter()
            .any(|(a, b)| a.1 == y && b.1 == y && a.0 != b.0)
    };
    let start = order.iter().position(|&y| !joined(y)).unwrap_or(0);
    let mut spots = BTreeMap::new();
    for (number, &ring) in rings.iter().enumerate() {
        for (at, &y) in order
            .iter()
            .cycle()
            .skip(start)
            .take(order.len())
            .enumerate()
        {
            let (x, up) = on_square(at as f64 / order.len() as f64);
            let radius = 1.15 * (number + 1) as f64;
            spots.insert((ring, y), (x * radius, up * radius));
        }
    }
    Some(spots)
}

/// Returns the rows of a column in the order of its ring.
fn ring(column: usize, places: &BTreeSet<BoardPlace>, pairs: &Pairs) -> Option<Vec<usize>> {
    let rows: Vec<usize> = places
        .iter()
        .filter(|p| p.0 == column)
        .map(|p| p.1)
        .collect();
    let next_to = |y: usize| {
        let near = pairs
            .iter()
            .filter(move |(a, b)| *a == (column, y) && b.0 == column);
        near.map(|(_, b)| b.1).collect::<Vec<usize>>()
    };
    let mut order = vec![*rows.first()?];
    while let Some(&last) = order.last() {
        let near = next_to(last);
        if near.len() != 2 {
            return None;
        }
        match near.into_iter().find(|y| !order.contains(y)) {
            Some(next) => order.push(next),
            None => break,
        }
    }
    (order.len() == rows.len() && order.len() > 3).then_some(order)
}

/// Returns a point on the outline of a square; `share` is the part of the way around it.
fn on_square(share: f64) -> (f64, f64) {
    let (side, along) = (
        (share * 4.0).floor() as usize % 4,
        (share * 4.0).fract() * 2.0 - 1.0,
    );
    match side {
        0 => (along, 1.0),
        1 => (1.0, -along),
        2 => (-along, -1.0),
        _ => (-1.0, along),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lays_out_two_rings_of_four() {
        let places: BTreeSet<BoardPlace> = (0..8).map(|n| (n / 4, n % 4)).collect();
        let mut pairs = Pairs::new();
        for &(ring, at) in &places {
            let other = (ring, (at + 1) % 4);
            pairs.extend([((ring, at), other), (other, (ring, at))]);
        }
        let spots = spots(&places, &pairs).expect("rings");
        assert_eq!(spots.len(), 8);
        assert!(spots[&(1, 0)].0.abs() > spots[&(0, 0)].0.abs());
    }

    #[test]
    fn board_that_wraps_at_all_sides_has_no_rings() {
        let places: BTreeSet<BoardPlace> = (0..25).map(|n| (n / 5, n % 5)).collect();
        let mut pairs = Pairs::new();
        for &(x, y) in &places {
            for other in [((x + 1) % 5, y), (x, (y + 1) % 5)] {
                pairs.extend([((x, y), other), (other, (x, y))]);
            }
        }
        assert_eq!(spots(&places, &pairs), None);
    }
}
