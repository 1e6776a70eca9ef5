//! Arranges named places in rows or as a graph, and turns boards towards the players.

use crate::look::{BoardPlace, BoardShape};
use crate::space::BoardSpace;
use crate::theme::Side;
use crate::{Fact, Owners, graph_layout, stress_layout, words};
use senet_gdl::{Deadline, Description, Symbol};
use senet_structure::{
    ArgumentClass, ArgumentPosition, Structure, static_extension, static_relations,
};
use std::collections::{BTreeMap, BTreeSet};

/// More named places than this are drawn in several rows.
const LONGEST_ROW: usize = 10;

/// Arranges the named places of a board. A neighbour relation gives a graph. Otherwise each owner gets a row, or long
/// rows are split.
pub fn arrange_named_places(
    description: &Description,
    structure: &Structure,
    owners: &Owners,
    space: &mut BoardSpace,
    deadline: &Deadline,
) {
    let words = space.columns.clone();
    let found = space.classes.first().and_then(|&class| {
        let neighbours = neighbours(description, structure, (class, &words), deadline)?;
        let ends: usize = neighbours.iter().map(Vec::len).sum();
        if ends * 10 <= words.len() * 26 && rows_of_owners(owners, &words).is_some() {
            return None;
        }
        let spots = graph_spots(&neighbours)?;
        (!is_tangle(&spots, &neighbours)).then_some((spots, neighbours))
    });
    if let Some((spots, neighbours)) = found {
        space.look.shape = BoardShape::Points;
        let at = |index: usize| (index, 0);
        space.look.spots = (0..words.len()).map(at).zip(spots).collect();
        for (from, joined) in neighbours.iter().enumerate() {
            let later = joined.iter().filter(|&&to| to > from);
            space.look.lines.extend(later.map(|&to| (at(from), at(to))));
        }
    } else if let Some(rows) = rows_of_owners(owners, &words) {
        place_in_rows(space, &rows);
    } else if (words.len() > LONGEST_ROW || is_square(words.len()))
        && space.look.shape != BoardShape::Pegs
    {
        let rows = match is_square(words.len()) {
            true => words.len().isqrt(),
            false => words.len().div_ceil(LONGEST_ROW),
        };
        let rows: Vec<Vec<String>> = words
            .chunks(words.len().div_ceil(rows))
            .rev()
            .map(<[_]>::to_vec)
            .collect();
        place_in_rows(space, &rows);
    }
    let names = space
        .named
        .iter()
        .map(|(name, &place)| (place, name.clone()));
    space.look.names = names.collect();
}

/// Returns true if this number of places fills a square.
fn is_square(count: usize) -> bool {
    (9..=64).contains(&count) && count.isqrt().pow(2) == count
}

/// Puts named places into rows, from bottom to top. Words that are not places leave gaps.
pub fn place_in_rows(space: &mut BoardSpace, rows: &[Vec<String>]) {
    let mut named = BTreeMap::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, name) in row.iter().enumerate() {
            if space.named.contains_key(name) {
                named.insert(name.clone(), (x, y));
            }
        }
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    space.columns = vec![String::new(); width];
    space.rows = vec![String::new(); rows.len()];
    space.places = named.values().copied().collect();
    space.look.names = named
        .iter()
        .map(|(name, &place)| (place, name.clone()))
        .collect();
    space.named = named;
}

/// Returns the places of each owner, if each place has an owner and there are several owners.
fn rows_of_owners(owners: &Owners, words: &[String]) -> Option<Vec<Vec<String>>> {
    let mut rows: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for word in words {
        rows.entry(owners.owner(word)?)
            .or_default()
            .push(word.clone());
    }
    (rows.len() > 1).then(|| rows.into_values().collect())
}

/// Finds the neighbours of each named place in the static relations that mention exactly two places. One relation
/// that covers all places is best; otherwise all relations with few neighbours for each place count together.
pub fn neighbours(
    description: &Description,
    structure: &Structure,
    (class, words): (ArgumentClass, &[String]),
    deadline: &Deadline,
) -> Option<Vec<Vec<usize>>> {
    let mut found = Vec::new();
    for relation in static_relations(description) {
        let at = |index| ArgumentPosition::new(relation.0, relation.1, index);
        let places = (0..relation.1).filter(|&i| structure.positions.class(at(i)) == Some(class));
        let [from, to] = places.collect::<Vec<usize>>()[..] else {
            continue;
        };
        let Some(extension) = static_extension(description, relation, deadline) else {
            continue;
        };
        let number = |symbol: Symbol| {
            let key = description.symbols.key(symbol);
            words.iter().position(|word| word == key)
        };
        let mut near = vec![BTreeSet::new(); words.len()];
        for tuple in &extension {
            if let (Some(a), Some(b)) = (number(tuple[from]), number(tuple[to]))
                && a != b
            {
                near[a].insert(b);
                near[b].insert(a);
            }
        }
        found.push(near);
    }
    let few = |near: &Vec<BTreeSet<usize>>| {
        let most = near.iter().map(BTreeSet::len).max().unwrap_or(0);
        most <= MOST_NEIGHBOURS && most * 2 <= words.len()
    };
    found.retain(few);
    let count = |near: &Vec<BTreeSet<usize>>| near.iter().map(BTreeSet::len).sum::<usize>();
    let covers = |near: &&Vec<BTreeSet<usize>>| {
        near.iter().filter(|n| !n.is_empty()).count() * 10 >= words.len() * 6
    };
    let whole = found.iter().filter(covers).max_by_key(|near| count(near));
    let chosen = match whole {
        Some(whole) if count(whole) > 2 * words.len() => whole.clone(),
        _ => {
            let mut all = vec![BTreeSet::new(); words.len()];
            for near in &found {
                all.iter_mut().zip(near).for_each(|(all, n)| all.extend(n));
            }
            all
        }
    };
    let meshed = chosen.iter().any(|near| near.len() > 2) || is_ring(&chosen);
    let fits = few(&chosen) && covers(&&chosen) && meshed;
    fits.then(|| {
        chosen
            .into_iter()
            .map(|n| n.into_iter().collect())
            .collect()
    })
}

/// If a place has more neighbours than this, the relation does not describe steps on a board.
const MOST_NEIGHBOURS: usize = 8;

/// Returns true if each place has two neighbours.
fn is_ring(near: &[BTreeSet<usize>]) -> bool {
    near.len() > 4 && near.iter().all(|near| near.len() == 2)
}

/// Lays out a graph: polyhedra around a ring, everything else by the steps between places.
fn graph_spots(neighbours: &[Vec<usize>]) -> Option<Vec<(f64, f64)>> {
    let cubic = neighbours.iter().all(|near| near.len() == 3);
    if cubic {
        return graph_layout::layout(neighbours);
    }
    let part = largest_part(neighbours);
    if part.len() * 10 < neighbours.len() * 6 {
        return None;
    }
    let inside = |near: &usize| part.iter().position(|at| at == near);
    let joined: Vec<Vec<usize>> = part
        .iter()
        .map(|&at| neighbours[at].iter().filter_map(inside).collect())
        .collect();
    let laid = stress_layout::layout(&joined)?;
    let lowest = laid.iter().map(|spot| spot.1).fold(f64::MAX, f64::min);
    let left = laid.iter().map(|spot| spot.0).fold(f64::MAX, f64::min);
    let mut below = 0;
    // Places without neighbours lie in a row below.
    let spot = |at: usize| match inside(&at) {
        Some(number) => laid[number],
        None => {
            below += 1;
            (left + f64::from(below - 1), lowest - 1.2)
        }
    };
    Some((0..neighbours.len()).map(spot).collect())
}

/// Returns true if lines cross more often than there are lines. Rows of places are easier to read then.
fn is_tangle(spots: &[(f64, f64)], neighbours: &[Vec<usize>]) -> bool {
    let ends = neighbours.iter().enumerate().flat_map(|(from, joined)| {
        let later = joined.iter().filter(move |&&to| to > from);
        later.map(move |&to| (from, to))
    });
    let lines: Vec<(usize, usize)> = ends.collect();
    let mut crossings = 0;
    for (at, &one) in lines.iter().enumerate() {
        let others = lines[..at].iter();
        crossings += others.filter(|&&other| cross(spots, one, other)).count();
    }
    crossings > lines.len()
}

/// Returns true if two lines cross between their ends.
fn cross(spots: &[(f64, f64)], (a, b): (usize, usize), (c, d): (usize, usize)) -> bool {
    // The side of the line from p to q on which the point r lies.
    let side = |p: usize, q: usize, r: usize| {
        let ((px, py), (qx, qy), (rx, ry)) = (spots[p], spots[q], spots[r]);
        (qx - px) * (ry - py) - (qy - py) * (rx - px)
    };
    let apart = a != c && a != d && b != c && b != d;
    apart && side(a, b, c) * side(a, b, d) < -EVEN && side(c, d, a) * side(c, d, b) < -EVEN
}

/// Points within this distance of a line count as on it.
const EVEN: f64 = 1e-6;

/// Returns the places of the largest connected part.
fn largest_part(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut best = Vec::new();
    let mut seen = vec![false; neighbours.len()];
    for start in 0..neighbours.len() {
        let mut part = Vec::new();
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                part.push(at);
                open.extend(&neighbours[at]);
            }
        }
        if part.len() > best.len() {
            best = part;
        }
    }
    best
}

/// Turns a board of squares or points: the first role's initial pieces go to the bottom, the second role's to the top.
/// The pieces must be on different sides.
pub fn turn_to_players(space: &mut BoardSpace, owners: &Owners, initial: &[Fact]) {
    let mut of_role: BTreeMap<usize, Vec<BoardPlace>> = BTreeMap::new();
    for fact in initial {
        let Some((layer, _, place)) = space.find(fact) else {
            continue;
        };
        let contents = layer.contents(fact);
        if let Some(owner) = contents.iter().find_map(|word| owners.owner(word)) {
            of_role.entry(owner).or_default().push(place);
        }
    }
    let (Some(first), Some(second)) = (of_role.get(&0), of_role.get(&1)) else {
        return;
    };
    let flat =
        matches!(space.look.shape, BoardShape::Squares | BoardShape::Points) && of_role.len() == 2;
    if !flat || first.len() < 2 || second.len() < 2 {
        return;
    }
    let (from, to) = (middle(first), middle(second));
    let (across, up) = (to.0 - from.0, to.1 - from.1);
    space.look.transposed = across.abs() > 1.5 * up.abs();
    let towards = if space.look.transposed { across } else { up };
    let sideways = across.abs().max(up.abs()) < 0.5;
    space.look.flipped = towards < 0.0 && !sideways;
}

/// Turns a board so that walls and signs at the sides of places lie inside it. Words choose these sides, so only the
/// look depends on them.
pub fn turn_to_sides(space: &mut BoardSpace, initial: &[Fact]) {
    let marks: Vec<(BoardPlace, Side)> = initial
        .iter()
        .filter_map(|fact| {
            let (layer, _, place) = space.find(fact)?;
            let words = layer.contents(fact);
            let word = words.first().unwrap_or(&layer.name);
            (words.len() < 2).then(|| words::side(word).map(|side| (place, side)))?
        })
        .collect();
    if marks.is_empty() || space.look.shape != BoardShape::Squares {
        return;
    }
    let (columns, rows) = (space.columns.len(), space.rows.len());
    let outside = |(transposed, flipped): (bool, bool)| {
        let outer = |&&((x, y), side): &&(BoardPlace, Side)| {
            let ((x, y), (wide, high)) = match transposed {
                true => ((y, x), (rows, columns)),
                false => ((x, y), (columns, rows)),
            };
            let up = if flipped { high - 1 - y } else { y };
            match side {
                Side::Up => up + 1 == high,
                Side::Down => up == 0,
                Side::Left => x == 0,
                Side::Right => x + 1 == wide,
            }
        };
        marks.iter().filter(outer).count()
    };
    let old = (space.look.transposed, space.look.flipped);
    let ways = [old, (true, true), (false, true), (true, false)];
    let best = ways
        .into_iter()
        .min_by_key(|&way| outside(way))
        .unwrap_or(old);
    (space.look.transposed, space.look.flipped) = best;
}

fn middle(places: &[BoardPlace]) -> (f64, f64) {
    let count = places.len() as f64;
    let x: usize = places.iter().map(|place| place.0).sum();
    let y: usize = places.iter().map(|place| place.1).sum();
    (x as f64 / count, y as f64 / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_cross_often_are_a_tangle() {
        let ring = |step: usize| -> Vec<Vec<usize>> {
            (0..12)
                .map(|at| vec![(at + step) % 12, (at + 12 - step) % 12])
                .collect()
        };
        let turn = |at: usize| std::f64::consts::TAU * at as f64 / 12.0;
        let spots: Vec<(f64, f64)> = (0..12).map(|at| (turn(at).sin(), turn(at).cos())).collect();
        assert!(!is_tangle(&spots, &ring(1)));
        assert!(is_tangle(&spots, &ring(5)));
    }
}
